import { Command, CommanderError } from 'commander';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/problems.ts';
import { type Failure, ServiceError } from '../contract/failure.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { operatorMessage } from '../storage/store-fault.ts';
import type { AddCommand, CommandContext } from './commands/context.ts';
import { DESCRIPTION, EXAMPLES } from './examples.table.ts';
import { EXIT, EXIT_HELP, exitCodeOf } from './exit-codes.ts';
import { ownCommand } from './own-command.ts';
import { requireStore, storeName } from './store-name.ts';
import { formatJson, type Terminal } from './terminal.ts';

/** Runs one command line of some commands and returns its exit code; writes only to `terminal`. */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  commands: readonly AddCommand[],
): Promise<number> {
  const program = new Command('pagemark')
    .description(DESCRIPTION)
    .version(ENGINE_VERSION)
    .addHelpText('after', `\nExit codes: ${EXIT_HELP}`)
    .showSuggestionAfterError()
    // `usage` and `usage export` have options of the same names.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => write(text.replace(/^error:/, 'pagemark:')),
    });
  // Loaded when needed: most commands start neither a server nor a store, and each should start fast.
  const withStores: CommandContext['withStores'] = async (action, mayMake) => {
    const config = loadConfig(env);
    if (mayMake === undefined) requireStore(config.storage);
    if (!args.includes('--json')) terminal.err(`Store: ${storeName(config.storage)}\n`);
    const { openStores } = await import('../open-from-config.ts');
    const stores = await openStores(config);
    try {
      return await action(stores, config);
    } finally {
      await stores.close();
    }
  };
  let exitCode: number = EXIT.ok;
  const context: CommandContext = {
    terminal,
    env,
    setExitCode: (code) => {
      exitCode = code;
    },
    withStores,
    withAccess: async (action, mayMake) => {
      const { createAccess } = await import('../access/access.ts');
      return withStores((stores, { plans }) => action(createAccess({ stores, plans })), mayMake);
    },
  };
  for (const add of commands) add(program, context);
  for (const command of program.commands) addExamples(command, []);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    return report(thrown, terminal, args.includes('--json'));
  }
}

/** Examples in the help of a command and of those below it. */
function addExamples(command: Command, above: readonly string[]): void {
  const path = [...above, command.name()];
  const lines = (EXAMPLES[path.join(' ')] ?? []).map(
    ([line, does]) => `  ${ownCommand()} ${line}\n      ${does}`,
  );
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  for (const each of command.commands) addExamples(each, path);
}

/** One line on standard error (an error envelope with `--json`), and the exit code. */
function report(thrown: unknown, terminal: Terminal, json: boolean): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { reason, message } = failureOf(thrown);
  if (json) terminal.err(formatJson({ status: 'error', error: { reason, message } }));
  else if (thrown instanceof ConfigError) terminal.err(`${message}\n`);
  else {
    terminal.err('pagemark:', 'red');
    terminal.err(` ${message} (${reason})\n`);
  }
  return exitCodeOf(reason);
}

/** Whoever runs the command sees the cause of a defect: there is no log to look it up in. */
function failureOf(thrown: unknown): Pick<Failure, 'reason' | 'message'> {
  if (thrown instanceof ConfigError) return { reason: 'invalid_request', message: thrown.message };
  const advice = operatorMessage(thrown);
  if (advice !== null) return { reason: 'store_unavailable', message: advice };
  const isTold = thrown instanceof ServiceError && !(thrown.failure.reason === 'internal' && thrown.cause);
  if (isTold) return thrown.failure;
  const defect = thrown instanceof ServiceError ? thrown.cause : thrown;
  const cause = defect instanceof Error ? defect.message : String(defect);
  return { reason: 'internal', message: `Report this defect of pagemark: ${cause}` };
}
