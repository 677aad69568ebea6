import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../../contract/failure.ts';
import type { CrawlFinding, CrawlTarget, Frontier } from '../../crawl/frontier.ts';
import type { LeftOutKind } from '../../crawl/left-out.ts';
import type { Sitemaps } from '../../crawl/read-site.ts';
import { type JsonLines, type OutputFolder, openJsonLines } from '../batch/output-folder.ts';
import { type VisitParts, visitPage } from './visit-page.ts';

/** How a crawl is run. */
export interface CrawlRun {
  /** What tells this crawl from another: its first address, bounds and options. */
  readonly name: string;
  readonly frontier: Frontier;
  /** What the sitemaps of the site list; asked for once in a crawl. */
  readonly listed: () => Promise<Sitemaps>;
  readonly folder: OutputFolder;
  readonly dir: string;
  readonly parts: Omit<VisitParts, 'claim' | 'isOfSite'>;
  /** Pages on their way at a time, and the least time from one to the next in milliseconds. */
  readonly concurrency: number;
  readonly delayMs: number;
  /** Aborted: nothing new is begun, what is under way is finished. */
  readonly stop: AbortSignal;
  /** Addresses that have a record, and those of all machines where these have a common list. */
  readonly onProgress: (done: number, total?: number) => void;
}

/** What a crawl did not ask for, by kind, and could not read. */
export interface CrawlEnd {
  readonly leftOut: Partial<Record<LeftOutKind, number>>;
  readonly failed: Sitemaps['failed'];
}

/** A line of the journal: how the crawl began, or what a page turned out to be. A page without a record in the results is none. */
type JournalLine =
  | { readonly name: string; readonly listed: Sitemaps }
  | { readonly target: CrawlTarget; readonly finding: CrawlFinding };

const JOURNAL = 'crawl.jsonl';

/** Crawls in this process, from where an earlier run ended. Throws `invalid_request` for a folder of another crawl. */
export async function runLocalCrawl(run: CrawlRun): Promise<CrawlEnd> {
  const { frontier, folder, stop } = run;
  const journal = await openJsonLines<JournalLine>(path.join(run.dir, JOURNAL));
  try {
    const { owners, failed } = await takeUp(run, journal);
    const claim = (digest: string, url: string): string => {
      if (!owners.has(digest)) owners.set(digest, url);
      return owners.get(digest)!;
    };
    const parts = { ...run.parts, isOfSite: frontier.isOfSite, claim };
    const pace = createPace(run.delayMs, stop);
    await runLanes(run, async (target) => {
      await pace();
      if (stop.aborted) return;
      const { record, finding } = await visitPage(target, parts);
      // What the page leads to is written ahead of its record: a page without record is asked for again.
      await journal.add({ target, finding });
      await folder.add(record);
      frontier.finish(target, finding);
      run.onProgress(folder.records.size);
    });
    return { leftOut: frontier.leftOut(), failed };
  } finally {
    await journal.close();
  }
}

/** Has the frontier learn what an earlier run did, or begins; gives the addresses of contents by digest. */
async function takeUp({ name, frontier, listed, folder }: CrawlRun, journal: JsonLines<JournalLine>) {
  const owners = new Map<string, string>();
  const [first, ...lines] = journal.read;
  if (first !== undefined && (!('name' in first) || first.name !== name))
    throw invalid(
      'Choose another --out, or give the address and options of before: the folder has another crawl.',
    );
  frontier.begin();
  const begun = first ?? { name, listed: await listed() };
  if (first === undefined) await journal.add(begun);
  const { urls, failed } = begun.listed;
  frontier.list(urls);
  const visits = new Map<string, { target: CrawlTarget; finding: CrawlFinding }>();
  for (const line of lines) if ('target' in line) visits.set(line.target.url, line);
  for (const { target, finding } of visits.values()) {
    const record = folder.records.get(target.url);
    if (record === undefined) continue;
    frontier.restore(target);
    frontier.finish(target, finding);
    if (finding.digest !== '')
      owners.set(finding.digest, record.status === 'left_out' ? record.of : target.url);
  }
  return { owners, failed };
}

/** Takes addresses, `concurrency` at a time, until none waits and none is under way that may lead on. */
async function runLanes(
  { frontier, concurrency, stop }: CrawlRun,
  visit: (target: CrawlTarget) => Promise<void>,
) {
  const wakers: (() => void)[] = [];
  let running = 0;
  const lane = async () => {
    while (!stop.aborted) {
      const target = frontier.take();
      if (target === undefined && running === 0) return;
      if (target === undefined) {
        await new Promise<void>((resolve) => wakers.push(resolve));
        continue;
      }
      running++;
      try {
        await visit(target);
      } finally {
        running--;
        for (const wake of wakers.splice(0)) wake();
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

/** Lets one through every `delayMs`. */
function createPace(delayMs: number, stop: AbortSignal): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const waitMs = nextAt - now;
    nextAt = Math.max(nextAt, now) + delayMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stop }).catch(() => undefined);
  };
}
