import { type Command, Option } from 'commander';
import { ServiceError } from '../contract/failure.ts';
import { guardStandardError } from '../telemetry/standard-error.ts';
import type { CommandContext } from './commands/context.ts';
import type { ConvertFlags } from './convert-source.ts';
import type { ExplainFlags } from './explain-source.ts';
import {
  addOptions,
  type BATCH_OPTIONS,
  CONVERT_OPTIONS,
  CRAWL_OPTIONS,
  pageCommand,
  SOURCE_OPTIONS,
} from './page-options.ts';
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

/** What a command calls the fields of a request that have an option. */
type FlagOf = ReadonlyMap<string, string>;

const flagOf = (options: typeof BATCH_OPTIONS): FlagOf =>
  new Map(Object.entries(options).map(([field, [flag]]) => [field, new Option(flag).long!]));

const FLAG_OF = flagOf({ ...SOURCE_OPTIONS, ...CONVERT_OPTIONS });
/** Flags of a crawl, whose `--include` and `--exclude` say no field. */
export const CRAWL_FLAGS = flagOf(CRAWL_OPTIONS);

/** What is asked for in other words than by an option. */
const SAID_OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/send "strict": false/, 'add --no-strict'],
  [/Send the HTML as "html"/, 'Save the page as your browser shows it, and convert the file'],
  [/send the HTML of the page as "html"/, 'save the page as your browser shows it and convert the file'],
  [/the "next_cursor" of an answer/, 'the cursor that the part before it named'],
  [/^Set "url" to/, 'Give'],
];

/** A message that was written for callers of the API, in the words of the command line. */
export function inFlags(message: string, flags: FlagOf = FLAG_OF): string {
  const said = SAID_OTHERWISE.reduce((text, [api, here]) => text.replace(api, here), message);
  return said.replace(/"([a-z_]{1,40})(\[\d{1,9}\])?"/g, (quoted, field) => flags.get(field) ?? quoted);
}

/** What a command does, its failures told in the words of the command line. */
export async function toldInFlags<T>(work: () => Promise<T>, flags?: FlagOf): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure, cause } = error;
    throw new ServiceError({ ...failure, message: inFlags(failure.message, flags) }, { cause });
  }
}
