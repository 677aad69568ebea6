import { setTimeout as sleep } from 'node:timers/promises';
import { siteOf } from '../../crawl/crawl-address.ts';
import type { CrawlTarget } from '../../crawl/crawl-target.ts';
import type { Site, Sitemaps } from '../../crawl/read-site.ts';
import { isOfStop } from '../../crawl/run-lanes.ts';
import type { CrawlEnd } from '../../crawl/site-crawl.ts';
import { KEPT_MS, openSharedQueue, type SharedQueue } from '../batch/shared-queue.ts';
import { type CrawlRun, piecesOf } from './crawl-run.ts';
import { type Visit, visitPage } from './visit-page.ts';

const POLL_MS = 300;
/** The machine that leads says that it lives; another one takes its place where it did not for so long. */
const [LEAD_MS, RENEW_MS] = [10_000, 3000];
/** Jobs that are not done at a time: those that are found meanwhile may be wanted more. */
const MOST_AHEAD = 64;
/** Ids that are read again: clocks of machines differ, so a job may be done and stand before those that were read. */
const READ_AGAIN = 1000;

/** Keys beside those of the queue. */
const KEYS = ['leader', 'site', 'listed', 'owners', 'pace'] as const;
type Keys = Readonly<Record<(typeof KEYS)[number], string>>;

type CrawlQueue = SharedQueue<CrawlTarget, Visit> & { readonly key: Keys };

/** Takes or keeps the lead: the key, the machine, for how long. */
const LEAD = `local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) return 1 end
if holder then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1`;

/** What all machines must know of the site; the addresses that its sitemaps list are a list beside it. */
interface SiteFacts {
  readonly origin: string;
  readonly delayMs: number;
  readonly listed: Sitemaps;
}

/**
 * Takes part in a crawl that any number of machines share through Redis: those that are given the same address and options meet
 * in one queue, where a page is one job. One of them leads: it has the frontier, reads what jobs found, adds others, and is
 * replaced when it dies by one that reads all jobs. The record lives in the job, so every page has one, whoever died when.
 */
export async function runSharedCrawl(run: CrawlRun, redisUrl: string): Promise<CrawlEnd> {
  const queue = await openSharedQueue<CrawlTarget, Visit>(redisUrl, ['crawl', run.name]);
  const key = Object.fromEntries(KEYS.map((name) => [name, queue.keys + name])) as Keys;
  const shared = { ...queue, key };
  try {
    const end = await takePart(run, shared);
    await run.folder.replaceAll(shared.done(), ({ returnvalue }) => returnvalue.record);
    return end;
  } finally {
    await shared.close();
  }
}

/** Does jobs, and leads where no other machine does, until the crawl has ended or is stopped. */
async function takePart(run: CrawlRun, shared: CrawlQueue): Promise<CrawlEnd> {
  const { redis, machine, key } = shared;
  run.pace.share((delayS) => mayGo(shared, delayS, run.stop));
  const worker = startVisits(run, shared);
  let lead: Lead | undefined;
  let losses = 0;
  /** Who has lost the lead knows nothing of what others added meanwhile. */
  const keepLead = async () => {
    const leads = (await redis.eval(LEAD, 1, key.leader, machine, LEAD_MS)) === 1;
    if (!leads) [lead, losses] = [undefined, losses + 1];
    return leads;
  };
  // To read all jobs, or sitemaps, may take longer than a lead lasts.
  const renewal = setInterval(() => void keepLead().catch(() => undefined), RENEW_MS);
  try {
    while (!run.stop.aborted) {
      worker.throwFault();
      const told = await shared.told();
      const done = await shared.countDone();
      run.onProgress(done, done + (await shared.countLeft()));
      if (told !== null) return JSON.parse(told) as CrawlEnd;
      if ((await keepLead()) && lead === undefined) {
        const before = losses;
        const taken = await takeLead(run, shared);
        if (losses === before) lead = taken;
      }
      await lead?.step();
      await sleep(POLL_MS, undefined, { signal: run.stop }).catch(() => undefined);
    }
  } catch (error) {
    if (!isOfStop(error, run.stop)) throw error;
  } finally {
    clearInterval(renewal);
    await worker.close();
  }
  return lead?.end() ?? { leftOut: {}, failed: [], unread: 0, blocked: [] };
}

/** Resolves when a page may be asked for: the delay of a site is that of all machines together. */
async function mayGo(
  { redis, machine, key }: CrawlQueue,
  delayS: number,
  signal: AbortSignal,
): Promise<void> {
  while ((await redis.set(key.pace, machine, 'PX', Math.ceil(delayS * 1000), 'NX')) !== 'OK')
    await sleep(Math.max(1, await redis.pttl(key.pace)), undefined, { signal });
}

/** Does jobs; all machines together claim contents in one table. */
function startVisits(run: CrawlRun, shared: CrawlQueue) {
  const { redis, machine, key } = shared;
  const { isOfSite } = run.newCrawl().view;
  let site: string | undefined;
  const keep = (origin: string) => {
    site = siteOf(new URL(origin));
  };
  const parts = {
    ...run.parts,
    isOfSite: (url: string) => isOfSite(url) || siteOf(new URL(url)) === site,
    siteAt: async (url: string) => keep((await run.siteAt(url)).origin),
    claim: async (digest: string, url: string): Promise<string> =>
      (await redis.hsetnx(key.owners, digest, url)) === 1
        ? url
        : ((await redis.hget(key.owners, digest)) ?? url),
    async release(digest: string, url: string) {
      if ((await redis.hget(key.owners, digest)) === url) await redis.hdel(key.owners, digest);
    },
  };
  return shared.startWorker(run.concurrency, run.stop, async (target) => {
    if (target.depth > 0 && site === undefined) {
      // Another machine has read its first page.
      const { origin, delayMs } = JSON.parse((await redis.get(key.site))!) as SiteFacts;
      run.pace.keep({ origin, delayS: delayMs / 1000 });
      keep(origin);
    }
    const { record, trail } = await visitPage(target, parts);
    return { record: { ...record, machine }, trail };
  });
}

/** What the machine that leads does. */
type Lead = Awaited<ReturnType<typeof takeLead>>;

/** Has a new crawl learn what all machines did, and begins where none did anything, or where all ended long ago. */
async function takeLead(run: CrawlRun, shared: CrawlQueue) {
  if (await shared.isPast()) await shared.clear(KEYS.filter((name) => name !== 'leader'));
  const crawl = run.newCrawl((site) => listOnce(run, shared, site));
  const read = new Set<string>();
  let [isAgain, isBegun] = [false, false];
  const learn = async ({ id, returnvalue: { trail } }: Awaited<ReturnType<CrawlQueue['find']>>) => {
    if (read.has(id!)) return;
    await crawl.learn(trail, isAgain);
    read.add(id!);
  };
  const learnFrom = async (from: number) => {
    for (const id of await shared.idsDone(from)) if (!read.has(id)) await learn(await shared.find(id));
  };
  for await (const { data } of shared.all()) {
    crawl.again(data);
    isAgain = true;
  }
  if (!isAgain) await shared.add([crawl.take()!]);
  /** Learns the site, once the first page is there, and what is done already. */
  const begin = async (): Promise<boolean> => {
    for await (const first of shared.done()) {
      if (first.data.depth > 0) continue;
      await learn(first);
      await crawl.list();
      for await (const job of shared.done()) await learn(job);
      return true;
    }
    return false;
  };
  /** Reads what was done since the last step, and adds what follows, or ends the crawl. */
  const step = async () => {
    isBegun ||= await begin();
    if (!isBegun) return;
    const done = await shared.countDone();
    if (done > read.size) await learnFrom(Math.max(0, read.size - READ_AGAIN));
    if (done > read.size) await learnFrom(0);
    const next: CrawlTarget[] = [];
    for (let room = MOST_AHEAD - (await shared.countLeft()); room > 0; room--) {
      const target = crawl.take();
      if (target === undefined) break;
      next.push(target);
    }
    await shared.add(next);
    if (next.length > 0 || (await shared.countLeft()) > 0 || (await shared.countDone()) !== read.size) return;
    await shared.end(JSON.stringify(crawl.end()), shared.key.leader);
  };
  return { step, end: crawl.end };
}

/** What the sitemaps of the site list, which is asked for once in a crawl. */
async function listOnce(
  run: CrawlRun,
  shared: CrawlQueue,
  { origin, delayS, list }: Site,
): Promise<Sitemaps> {
  const { redis, queue, key, machine } = shared;
  // Of all machines together: what was said to the one that leads.
  await queue.setGlobalConcurrency(delayS > 0 ? 1 : run.concurrency);
  const kept = JSON.parse((await redis.get(key.site)) ?? 'null') as SiteFacts | null;
  if (kept !== null) {
    const pieces = (await redis.lrange(key.listed, 0, -1)).map(
      (piece) => JSON.parse(piece) as readonly string[],
    );
    return { ...kept.listed, urls: pieces.flat() };
  }
  const listed = await list();
  const facts: SiteFacts = { origin, delayMs: delayS * 1000, listed: { ...listed, urls: [] } };
  // The list and the site become known together: another machine may lead by now.
  const own = `${key.listed}:${machine}`;
  for (const piece of piecesOf(listed)) {
    await redis.rpush(own, JSON.stringify(piece));
    await redis.pexpire(own, KEPT_MS);
  }
  const known = redis.multi().del(key.listed);
  if (listed.urls.length > 0) known.rename(own, key.listed).persist(key.listed);
  await known.set(key.site, JSON.stringify(facts)).exec();
  return listed;
}
