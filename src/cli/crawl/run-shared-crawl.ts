import { setTimeout as sleep } from 'node:timers/promises';
import { siteOf } from '../../crawl/crawl-address.ts';
import type { CrawlTarget } from '../../crawl/frontier.ts';
import type { Sitemaps } from '../../crawl/read-site.ts';
import { openSharedQueue, type SharedQueue } from '../batch/shared-queue.ts';
import type { CrawlEnd, CrawlRun } from './run-local-crawl.ts';
import { type Visit, visitPage } from './visit-page.ts';

type CrawlQueue = SharedQueue<CrawlTarget, Visit>;

const POLL_MS = 300;
/** The machine that leads says that it lives with every look at the queue; another one takes its place after so long. */
const LEAD_MS = 10_000;
/** Jobs that are not done at a time: those that are found meanwhile may be wanted more. */
const MOST_AHEAD = 64;
/** Ids that are read again: clocks of machines differ, so a job may be done and stand before those that were read. */
const READ_AGAIN = 1000;

/**
 * Takes part in a crawl that any number of machines share through Redis: those that are given the same address and options meet
 * in one queue, where a page is one job. One of them leads: it has the frontier, reads what jobs found, adds others, and is
 * replaced when it dies by one that reads all jobs. The record lives in the job, so every page has one, whoever died when.
 */
export async function runSharedCrawl(run: CrawlRun, redisUrl: string): Promise<CrawlEnd> {
  const { frontier, stop } = run;
  const shared: CrawlQueue = await openSharedQueue(redisUrl, ['crawl', run.name]);
  const { redis, keys, queue } = shared;
  const [owners, over, site] = ['owners', 'over', 'site'].map((name) => keys + name) as [
    string,
    string,
    string,
  ];
  const claim = async (digest: string, url: string): Promise<string> =>
    (await redis.hsetnx(owners, digest, url)) === 1 ? url : ((await redis.hget(owners, digest)) ?? url);
  // A site asks for its delay of all machines together; each of them may be the first.
  if (run.delayMs > 0) await queue.setGlobalRateLimit(1, Math.ceil(run.delayMs));
  await queue.setGlobalConcurrency(run.concurrency);
  // Machines that do not lead learn where the first page ended.
  const isOfSite = async (url: string) =>
    frontier.isOfSite(url) || (await redis.get(site)) === siteOf(new URL(url));
  const worker = shared.startWorker(run.concurrency, async (target) => {
    const { record, finding } = await visitPage(target, { ...run.parts, isOfSite, claim });
    if (target.depth === 0) await redis.set(site, siteOf(new URL(finding.finalUrl)));
    return { record: { ...record, machine: shared.machine }, finding };
  });
  let lead: Lead | undefined;
  const soFar = (): CrawlEnd => ({ leftOut: frontier.leftOut(), failed: lead?.failed ?? [] });
  try {
    while (!stop.aborted) {
      const end = await redis.get(over);
      const done = await shared.countDone();
      run.onProgress(done, done + (await shared.countLeft()));
      if (end !== null) {
        await run.folder.replaceAll((await shared.done()).map(({ returnvalue }) => returnvalue.record));
        return JSON.parse(end) as CrawlEnd;
      }
      if (await isLeader(shared)) {
        lead ??= await takeLead(run, shared);
        if (await lead.step()) await redis.set(over, JSON.stringify(soFar()));
      }
      await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
    }
    return soFar();
  } finally {
    await worker.close();
    await shared.close();
  }
}

async function isLeader({ redis, keys, machine }: CrawlQueue): Promise<boolean> {
  const key = `${keys}leader`;
  if ((await redis.set(key, machine, 'PX', LEAD_MS, 'NX')) === 'OK') return true;
  if ((await redis.get(key)) !== machine) return false;
  await redis.pexpire(key, LEAD_MS);
  return true;
}

/** What the machine that leads does. */
interface Lead {
  /** Reads what was done since the last step, adds what follows, and resolves to whether the crawl is over. */
  readonly step: () => Promise<boolean>;
  readonly failed: Sitemaps['failed'];
}

/** Has the frontier learn what all machines did, and begins where none did anything. */
async function takeLead({ frontier, listed }: CrawlRun, shared: CrawlQueue): Promise<Lead> {
  const { redis, keys } = shared;
  const key = `${keys}listed`;
  const kept = await redis.get(key);
  const sitemaps = kept === null ? await listed() : (JSON.parse(kept) as Sitemaps);
  if (kept === null) await redis.set(key, JSON.stringify(sitemaps));
  frontier.begin();
  frontier.list(sitemaps.urls);
  const read = new Set<string>();
  const learn = ({ id, data, returnvalue }: Awaited<ReturnType<CrawlQueue['find']>>) => {
    if (read.has(id!)) return;
    read.add(id!);
    frontier.finish(data, returnvalue.finding);
  };
  const learnFrom = async (from: number) => {
    for (const id of await shared.idsDone(from)) if (!read.has(id)) learn(await shared.find(id));
  };
  const jobs = await shared.all();
  for (const { data } of jobs) frontier.restore(data);
  for (const job of await shared.done()) learn(job);
  const step = async () => {
    const done = await shared.countDone();
    if (done > read.size) await learnFrom(Math.max(0, read.size - READ_AGAIN));
    if (done > read.size) await learnFrom(0);
    const next: CrawlTarget[] = [];
    for (let room = MOST_AHEAD - (await shared.countLeft()); room > 0; room--) {
      const target = frontier.take();
      if (target === undefined) break;
      next.push(target);
    }
    await shared.add(next);
    return next.length === 0 && (await shared.countLeft()) === 0 && (await shared.countDone()) === read.size;
  };
  return { step, failed: sitemaps.failed };
}
