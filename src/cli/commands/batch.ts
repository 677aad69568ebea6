import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { fail } from '../../contract/failure.ts';
import type { BatchReport } from '../batch/output-folder.ts';
import { EXIT } from '../exit-codes.ts';
import { formatJson, formatTable, type Terminal } from '../terminal.ts';
import { type CommandContext, jsonFlag } from './context.ts';

interface BatchFlags {
  readonly out: string;
  readonly text?: boolean;
  readonly concurrency: number;
  readonly perHost: number;
  readonly json?: boolean;
}

function parseLanes(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new InvalidArgumentError('Give a whole number from 1 to 9999.');
  return value;
}

/** `pagemark batch`: many addresses into a folder; resumable, and shared by machines where Redis is set. */
export function addBatch(program: Command, { terminal, env, setExitCode }: CommandContext): void {
  jsonFlag(program.command('batch'))
    .description('convert the addresses of a file into a folder; run it again to go on where it was ended')
    .argument('<file>', 'one address a line; - for standard input')
    .requiredOption('--out <dir>', 'folder for results.jsonl, pages/ and report.json')
    .option('--text', 'plain text instead of Markdown')
    .option('--concurrency <n>', 'pages on their way at a time', parseLanes, 16)
    .option('--per-host <n>', 'of them at one host', parseLanes, 2)
    .action(async (file: string, flags: BatchFlags) => {
      const report = await runBatch(file, flags, env, terminal);
      terminal.out(flags.json ? formatJson(report) : told(report));
      if (report.converted + report.failed < report.total) setExitCode(EXIT.limit);
      else if (report.failed > 0) setExitCode(EXIT.page);
    });
}

async function runBatch(
  file: string,
  flags: BatchFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<BatchReport> {
  const config = loadConfig(env);
  const [{ openOutputFolder, reportOf }, { openBatchConverter }, { startProgress }] = await Promise.all([
    import('../batch/output-folder.ts'),
    import('../batch/batch-converter.ts'),
    import('../batch/batch-progress.ts'),
  ]);
  const urls = await readUrls(file);
  const folder = await openOutputFolder(flags.out);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const { concurrency, perHost, text = false } = flags;
    const converter = await openBatchConverter(config, folder, { text, concurrency });
    const progress = startProgress(terminal, urls.length);
    const { done: onProgress, finished: onRecord } = progress;
    const run = { urls, folder, converter, concurrency, perHost, stop: stop.signal, onProgress, onRecord };
    onProgress(folder.records.size);
    try {
      const redisUrl = config.secrets.redisUrl?.reveal();
      if (redisUrl === undefined) await (await import('../batch/run-local-batch.ts')).runLocalBatch(run);
      else await (await import('../batch/run-shared-batch.ts')).runSharedBatch(run, redisUrl, String(text));
    } finally {
      await converter.close();
      progress.end();
    }
    const wanted = new Set(urls);
    const report = reportOf(
      urls.length,
      [...folder.records.values()].filter(({ url }) => wanted.has(url)),
    );
    await folder.writeReport(report);
    return report;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await folder.close();
  }
}

function told({ total, converted, failed, by_reason: reasons }: BatchReport): string {
  const rows = Object.entries(reasons).map(([reason, count]) => [reason, String(count)]);
  const left = total - converted - failed;
  const rest = left > 0 ? `, ${left} left: run the command again` : '';
  const table = failed > 0 ? `\n${formatTable(['reason', 'pages'], rows, '')}` : '';
  return `${converted} of ${total} converted, ${failed} failed${rest}.\n${table}`;
}

/**
 * Addresses of a file (`-`: standard input), one a line, each once, in order. Empty lines and lines that begin with
 * `#` are left out. Throws `invalid_request` when the file cannot be read or a line is no http address.
 */
async function readUrls(file: string): Promise<readonly string[]> {
  const urls = new Set<string>();
  (await contentOf(file)).split(/\r?\n/).forEach((line, i) => {
    const url = line.trim();
    if (url === '' || url.startsWith('#')) return;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw fail(
        'invalid_request',
        `Put an http or https address on every line; line ${i + 1} is ${JSON.stringify(url.slice(0, 200))}.`,
      );
    }
    urls.add(url);
  });
  return [...urls];
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    throw fail('invalid_request', `Name a file that can be read; it is ${JSON.stringify(file)}.`, { cause });
  }
}
