import { guardStandardError } from '../telemetry/standard-error.ts';
import { COMMANDS } from './commands.ts';
import { runCli } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

/** Runs a command line of any command on the terminal of this process; resolves to its exit code. */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  guardStandardError();
  return runCli(args, processTerminal(), env, COMMANDS);
}
