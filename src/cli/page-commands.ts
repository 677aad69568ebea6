import type { Command } from 'commander';
import { guardStandardError } from '../telemetry/standard-error.ts';
import type { CommandContext } from './commands/context.ts';
import type { ConvertFlags } from './convert-source.ts';
import type { ExplainFlags } from './explain-source.ts';
import { toldInFlags } from './in-flags.ts';
import { addOptions, CONVERT_OPTIONS, pageCommand } from './page-options.ts';
import { runCli } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

// What the commands do is loaded when a page comes: it brings the engine, and every command line reads this module.

/** `pagemark convert`: a page without server or key, through the same conversion. */
export function addConvert(program: Command, context: CommandContext): void {
  const command = pageCommand(program, 'convert')
    .description('convert a page; needs neither a server nor a key')
    .option('-o, --output <file>', 'write to a file instead of standard output');
  addOptions(command, CONVERT_OPTIONS).action((source: string, flags: ConvertFlags) =>
    toldInFlags(async () => (await import('./convert-source.ts')).convertSource(source, flags, context)),
  );
}

/** `pagemark explain`: what became of a text of a page. */
export function addExplain(program: Command, context: CommandContext): void {
  pageCommand(program, 'explain')
    .description('tell why a text of a page was kept or removed; exit code 3 when it is not in the page')
    .requiredOption('--text <text>', 'the text; white space, case and element borders do not count')
    .action((source: string, flags: ExplainFlags) =>
      toldInFlags(async () => (await import('./explain-source.ts')).explainSource(source, flags, context)),
    );
}

/** Runs a command line of the commands that convert one page, and loads no other. */
export function runPageCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  guardStandardError();
  return runCli(args, processTerminal(), env, [addConvert, addExplain]);
}
