import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { parseHttpUrl } from '../../contract/address.ts';
import { conversionOptions } from '../../contract/convert.ts';
import { invalid } from '../../contract/failure.ts';
import { parseRequest } from '../../contract/invalid-request.ts';
import type { BatchOptions } from '../batch/batch-converter.ts';
import type { BatchReport, WrongLine } from '../batch/output-folder.ts';
import { EXIT } from '../exit-codes.ts';
import { toldInFlags } from '../page-commands.ts';
import { addOptions, BATCH_OPTIONS, type Flags, fieldsOf } from '../page-options.ts';
import { formatJson, formatTable, type Terminal } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseMost } from './context.ts';

interface BatchFlags extends Flags {
  readonly out: string;
  readonly assets?: boolean;
  readonly concurrency: number;
  readonly perHost: number;
  readonly json?: boolean;
}

const MOST_LANES = 9999;
/** Wrong lines of the list that are told one by one. */
const MAX_LINES_TOLD = 20;

/** Adds where the pages of a work go, what beside them, and how many are on their way at a time: `lanes` unless told. */
export const folderOptions = (command: Command, lanes: number, mostLanes: number): Command =>
  command
    .requiredOption('--out <dir>', 'folder for results.jsonl, pages/ and report.json')
    .option('--assets', 'write the pictures of a page beside it, and have the Markdown point to them')
    .option('--concurrency <n>', 'pages on their way at a time', parseMost(mostLanes), lanes);

/** `pagemark batch`: many addresses into a folder; resumable, and shared by machines where Redis is set. */
export function addBatch(program: Command, { terminal, env, setExitCode }: CommandContext): void {
  const command = folderOptions(jsonFlag(program.command('batch')), 16, MOST_LANES)
    .description('convert the addresses of a file into a folder; run it again to go on where it was ended')
    .argument('<file>', 'one address a line; - for standard input')
    .option('--per-host <n>', 'of them at one host', parseMost(MOST_LANES), 2);
  addOptions(command, BATCH_OPTIONS).action(async (file: string, flags: BatchFlags) => {
    const report = await toldInFlags(() => runBatch(file, flags, env, terminal));
    terminal.out(flags.json ? formatJson(report) : told(report));
    if (report.converted + report.failed < report.total) setExitCode(EXIT.limit);
    else if (report.failed > 0 || report.wrong_lines !== undefined) setExitCode(EXIT.page);
  });
}

async function runBatch(
  file: string,
  flags: BatchFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<BatchReport> {
  const [{ reportOf }, { workIntoFolder }] = await Promise.all([
    import('../batch/output-folder.ts'),
    import('../batch/work-into-folder.ts'),
  ]);
  const options = optionsOf(flags, BATCH_OPTIONS);
  const { urls, wrong } = await readUrls(file);
  const work = { kind: 'batch', of: options } as const;
  const config = loadConfig(env);
  return workIntoFolder({ config, terminal, dir: flags.out, work }, (folder, stop) => {
    // What machines share is left or not by their queue, whatever a folder has.
    const isShared = config.secrets.redisUrl !== undefined;
    const left = urls.filter((url) => isShared || !folder.records.has(url)).length;
    const concurrency = Math.max(1, Math.min(flags.concurrency, left));
    return {
      options: { ...options, concurrency },
      told: { name: 'batch', total: () => urls.length },
      async run({ converter, onDone: onProgress, redisUrl }) {
        const run = { urls, folder, converter, concurrency, perHost: flags.perHost, stop, onProgress };
        const shared = JSON.stringify(options);
        if (redisUrl === undefined) await (await import('../batch/run-local-batch.ts')).runLocalBatch(run);
        else await (await import('../batch/run-shared-batch.ts')).runSharedBatch(run, redisUrl, shared);
        return reportOf(urls, folder.records, wrong);
      },
    };
  });
}

/** What is asked of every page, checked by the schema of the service. */
export function optionsOf(flags: Flags, options: typeof BATCH_OPTIONS): BatchOptions {
  const { text, assets = false } = flags as { readonly text?: boolean; readonly assets?: boolean };
  if (assets && text) throw invalid('Leave --text or --assets out: plain text shows no pictures.');
  const asked = { ...fieldsOf(flags, options), response_format: text ? 'text' : 'markdown' };
  return { request: parseRequest(conversionOptions, asked), assets };
}

/** Pages that failed, by reason. */
export function reasonTable(reasons: BatchReport['by_reason']): string {
  const rows = Object.entries(reasons).map(([reason, count]) => [reason, String(count)]);
  return rows.length === 0 ? '' : formatTable(['reason', 'pages'], rows, '');
}

function told({
  total,
  converted,
  failed,
  by_reason: reasons,
  wrong_lines: wrong = [],
}: BatchReport): string {
  const left = total - converted - failed;
  const rest = left > 0 ? `, ${left} left: run the command again` : '';
  const table = failed > 0 ? `\n${reasonTable(reasons)}` : '';
  const lines = wrong
    .slice(0, MAX_LINES_TOLD)
    .map(({ line, text }) => `Line ${line} is no address: ${JSON.stringify(text)}\n`);
  const more = wrong.length > lines.length ? `${wrong.length - lines.length} more are in report.json.\n` : '';
  return `${converted} of ${total} converted, ${failed} failed${rest}.\n${lines.join('')}${more}${table}`;
}

/**
 * Addresses of a file (`-`: standard input), one a line, each once, in order, and the lines that are none. Empty lines and
 * lines that begin with `#` are left out. Throws `invalid_request` when the file cannot be read or has no address.
 */
async function readUrls(
  file: string,
): Promise<{ readonly urls: readonly string[]; readonly wrong: readonly WrongLine[] }> {
  const urls = new Set<string>();
  const wrong: WrongLine[] = [];
  const { addressOf } = await import('../typed-address.ts');
  (await contentOf(file)).split(/\r?\n/).forEach((line, i) => {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) return;
    const url = addressOf(text) ?? '';
    if (parseHttpUrl(url) !== undefined) urls.add(url);
    else wrong.push({ line: i + 1, text: text.slice(0, 200) });
  });
  const [first] = wrong;
  if (urls.size === 0 && first !== undefined)
    throw invalid(
      `Put an http or https address on every line; line ${first.line} is ${JSON.stringify(first.text)}.`,
    );
  return { urls: [...urls], wrong };
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    throw invalid(`Name a file that can be read; it is ${JSON.stringify(file)}.`, cause);
  }
}
