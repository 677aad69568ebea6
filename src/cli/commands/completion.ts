import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from '../completion-scripts.ts';
import type { CommandContext } from './context.ts';

/** `pagemark completion <shell>`: prints a script that completes commands, options and their values. */
export function addCompletion(program: Command, { terminal }: CommandContext): void {
  program
    .command('completion')
    .description('print a completion script; in bash: eval "$(pagemark completion bash)"')
    .addArgument(new Argument('<shell>', 'your shell').choices([...SHELLS]))
    .action((shell: Shell) => terminal.out(completionScript(program, shell)));
}
