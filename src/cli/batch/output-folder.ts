import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { invalid } from '../../contract/failure.ts';
import { openJsonLines, readJsonLines, writeWhole } from './json-lines.ts';

const RESULTS = 'results.jsonl';
const REPORT = 'report.json';
const LOCK = '.lock';
/** Milliseconds after which a lock says again that its process is there, and after which one of our own number says that no more. */
const LOCK_BEAT_MS = 5000;
const STALE_LOCK_MS = 20_000;
/** What the folder is of. */
const WORK = 'work.json';
/** Pictures of the pages of a host, in its folder. */
const PICTURES = 'assets';

/** The folder that a batch writes to; what is in it is never half of a page or a line. */
export type OutputFolder = Awaited<ReturnType<typeof openOutputFolder>>;

/** A work that a folder is of: `kind` for people, `of` tells it from others of its kind. */
export interface Work {
  readonly kind: 'batch' | 'crawl';
  readonly of: unknown;
}

/** Opens a folder for one process alone, and takes up what an earlier run of the same work left. Throws `invalid_request`. */
export async function openOutputFolder(dir: string, work: Work) {
  await mkdir(dir, { recursive: true }).catch((cause: unknown) => {
    throw invalid(`Name a folder that can be written; it is ${JSON.stringify(dir)}.`, cause);
  });
  await lock(dir);
  const records = new Map<string, Ended>();
  const keep = (record: BatchRecord): BatchRecord => {
    records.set(record.url, endOf(record));
    return record;
  };
  const file = path.join(dir, LOCK);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, LOCK_BEAT_MS).unref();
  const unlock = () => {
    clearInterval(beat);
    return rm(file, { force: true });
  };
  const lines = await openLines(dir, work, keep).catch(async (error) => {
    await unlock();
    throw error;
  });
  return {
    /** What became of addresses in earlier runs and in this one. */
    records: records as ReadonlyMap<string, Ended>,
    /** Writes a page as a file of its own; returns its path below the folder. */
    async writePage(url: string, extension: string, content: string) {
      const relative = pagePath(url, extension);
      await writeBelow(dir, relative, content);
      return relative;
    },
    /** Writes a picture of a page beside it; returns its path as the page's Markdown says it. */
    async writePicture(url: string, name: string, bytes: Uint8Array) {
      await writeBelow(dir, path.join(hostFolder(url), PICTURES, name), bytes);
      return `${PICTURES}/${name}`;
    },
    /** Adds a line; of each address only the first one counts. */
    add: (record: BatchRecord) =>
      lines.add(record, () => {
        if (records.has(record.url)) return false;
        keep(record);
        return true;
      }),
    async replaceAll<Each>(all: AsyncIterable<Each>, recordOf: (each: Each) => BatchRecord) {
      records.clear();
      await lines.replace(all, (each) => keep(recordOf(each)));
    },
    writeReport: (report: object) =>
      writeWhole(path.join(dir, REPORT), `${JSON.stringify(report, null, 2)}\n`),
    close: () => lines.close().finally(unlock),
  };
}

/** `pages/<host>/<path in words>-<digest>.<extension>`: readable, and different for different addresses. */
function pagePath(url: string, extension: string): string {
  const words = inWords(new URL(url).pathname, 80) || 'index';
  return path.join(hostFolder(url), `${words}-${digestOf(url)}.${extension}`);
}

/** The ASCII letters and digits of a text with hyphens between, for the name of a file; `most`: characters. */
export const inWords = (text: string, most: number): string =>
  text
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, most);

/** What tells the names of two files apart. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

function hostFolder(url: string): string {
  return path.join('pages', new URL(url).host.replace(/[^a-z0-9.-]/g, '_'));
}

async function writeBelow(dir: string, relative: string, content: string | Uint8Array): Promise<void> {
  const target = path.join(dir, relative);
  await mkdir(path.dirname(target), { recursive: true });
  await writeWhole(target, content);
}

/** Opens the results of a folder that is of this work, or of none yet. */
async function openLines(dir: string, { kind, of }: Work, onRecord: (record: BatchRecord) => void) {
  const file = path.join(dir, WORK);
  let told: Work | undefined;
  for await (const line of readJsonLines<Work>(file)) told = line;
  const lines = await openJsonLines<BatchRecord>(path.join(dir, RESULTS), onRecord);
  const before = told ?? { kind, of };
  if (JSON.stringify(before) !== JSON.stringify({ kind, of })) {
    await lines.close();
    throw invalid(
      `Choose another --out${kind === before.kind ? ', or give the address and options of before' : ''}: ${JSON.stringify(dir)} has another ${before.kind}.`,
    );
  }
  if (told === undefined) await writeWhole(file, `${JSON.stringify({ kind, of })}\n`);
  return lines;
}

/** One process per folder; a lock of a process that is gone is taken over. */
async function lock(dir: string): Promise<void> {
  const file = path.join(dir, LOCK);
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
      // In a container each process has the number of the one before, and of one in another container.
      const isLeft = owner === process.pid && Date.now() - mtimeMs > STALE_LOCK_MS;
      if (!isLeft && isAlive(owner)) {
        throw invalid(`Choose another folder: process ${owner} writes to ${JSON.stringify(dir)} now.`);
      }
      await rm(file, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What became of one address of a batch: one line of `results.jsonl`. */
export type BatchRecord =
  | {
      readonly url: string;
      readonly status: 'success';
      /** The page, below the output folder. */
      readonly file: string;
      readonly final_url: string;
      readonly title: string;
      readonly tokens: number;
      readonly etag: string;
      /** What became of the page; only without `strict`. */
      readonly outcome?: string | undefined;
      /** Pictures that were written beside the page, and those whose address stays; only with `--assets`. */
      readonly pictures?: { readonly saved: number; readonly left: number };
      /** Files of a page that `--max-tokens` cut: `file`, and those beside it that end in `.2.md` and so on. */
      readonly parts?: number;
      /** In a shared batch: the machine whose output folder holds the file. */
      readonly machine?: string;
    }
  | {
      readonly url: string;
      readonly status: 'error';
      readonly reason: string;
      readonly message: string;
      readonly machine?: string;
    }
  | {
      readonly url: string;
      /** Of a crawl: a page that came and is none of the site's own. */
      readonly status: 'left_out';
      readonly kind: 'duplicate' | 'other_site';
      /** The address that the content is under. */
      readonly of: string;
      readonly machine?: string;
    };

/** What of a record is kept in memory: with links and metadata it may have a hundred kilobytes. */
type Ended = Pick<BatchRecord, 'status'> & { readonly reason?: string };

const endOf = (record: BatchRecord): Ended =>
  record.status === 'error' ? { status: 'error', reason: record.reason } : { status: record.status };

/** A line of the list that is no address: its number from 1, and its beginning. */
export interface WrongLine {
  readonly line: number;
  readonly text: string;
}

/** The whole batch: `report.json`. */
export interface BatchReport {
  readonly total: number;
  readonly converted: number;
  readonly failed: number;
  /** Failures by reason, most frequent first. */
  readonly by_reason: Readonly<Record<string, number>>;
  /** Lines of the list that are no address; only where there are some. */
  readonly wrong_lines?: readonly WrongLine[];
}

/** Counts the records of the addresses; those of other lists may stand beside them. */
export function reportOf(
  urls: readonly string[],
  records: OutputFolder['records'],
  wrongLines: readonly WrongLine[],
): BatchReport {
  let converted = 0;
  const reasons = new Map<string, number>();
  for (const { status, reason } of urls.flatMap((url) => records.get(url) ?? [])) {
    if (status === 'success') converted++;
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const sorted = [...reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const failed = sorted.reduce((sum, [, count]) => sum + count, 0);
  return {
    total: urls.length,
    converted,
    failed,
    by_reason: Object.fromEntries(sorted),
    ...(wrongLines.length === 0 ? {} : { wrong_lines: wrongLines }),
  };
}
