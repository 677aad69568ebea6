import { addConvert } from './commands/convert.ts';
import { addExplain } from './commands/explain.ts';
import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command line of the commands that convert one page: bundled apart, so that V8's code cache holds it. */
export const runPageCommand = (
  args: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
): Promise<number> => runCli(args, terminal, env, [addConvert, addExplain]);
