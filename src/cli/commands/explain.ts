import type { Command } from 'commander';
import type { ExplainFlags } from '../explain-source.ts';
import { sourceFlags } from '../source-flags.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** `pagemark explain`: what became of a text of a page. */
export function addExplain(program: Command, context: CommandContext): void {
  sourceFlags(jsonFlag(program.command('explain')))
    .description('tell why a text of a page was kept or removed; exit code 3 when it is not in the page')
    .requiredOption('--text <text>', 'the text; white space, case and element borders do not count')
    // Loaded when a page comes: it brings the engine, and every command line reads this module.
    .action(async (source: string, flags: ExplainFlags) =>
      (await import('../explain-source.ts')).explainSource(source, flags, context),
    );
}
