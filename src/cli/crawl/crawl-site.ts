import type { Config } from '../../config/config.ts';
import { convertRequest } from '../../contract/convert.ts';
import type { PageTrail } from '../../conversion/page-trail.ts';
import { type CrawlBounds, Frontier } from '../../crawl/frontier.ts';
import { mapSite, type SiteMap } from '../../crawl/map-site.ts';
import { readRobots, readSitemaps, type Sitemaps, siteFetch } from '../../crawl/read-site.ts';
import { openFetcher } from '../../open-from-config.ts';
import { type BatchOptions, openBatchConverter } from '../batch/batch-converter.ts';
import { startProgress } from '../batch/batch-progress.ts';
import { type BatchReport, type OutputFolder, openOutputFolder, reportOf } from '../batch/output-folder.ts';
import { openLocalConverter } from '../local-converter.ts';
import type { Terminal } from '../terminal.ts';
import { type CrawlEnd, type CrawlRun, runLocalCrawl } from './run-local-crawl.ts';

/** A crawl as it is asked for. */
interface CrawlCall {
  readonly url: string;
  readonly bounds: CrawlBounds;
  readonly options: BatchOptions;
  readonly dir: string;
  readonly concurrency: number;
}

/** The whole crawl: `report.json`. */
export interface CrawlReport extends BatchReport {
  /** No address waits. */
  readonly complete: boolean;
  /** Addresses that were left out, and pages that came and were, by kind. */
  readonly left_out: CrawlEnd['leftOut'];
  readonly failed_sitemaps: Sitemaps['failed'];
}

/** Longest delay between two pages that a site may ask for: with a longer one a crawl does not end. */
const MOST_DELAY_MS = 60_000;

/** Crawls a site into a folder, embedded or with all machines at the same Redis. */
export async function crawlOwnSite(
  config: Config,
  call: CrawlCall,
  terminal: Terminal,
): Promise<CrawlReport> {
  const site = await readSite(config, call.url);
  const concurrency = site.delayMs > 0 ? 1 : call.concurrency;
  const folder = await openOutputFolder(call.dir);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const { leftOut, failed } = await crawlInto(
      folder,
      config,
      { ...call, concurrency },
      { ...site, terminal, stop: stop.signal },
    );
    const complete = !stop.signal.aborted;
    const report = { ...crawlReport(folder.records, leftOut), complete, failed_sitemaps: failed };
    await folder.writeReport(report);
    return report;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await folder.close();
  }
}

/** What a site asks of crawlers, and lists for them. */
async function readSite(config: Config, url: string) {
  const fetch = siteFetch(openFetcher(config));
  const { origin } = new URL(url);
  const robots = await readRobots(origin, fetch, config.fetching.userAgent);
  const heeds = config.fetching.robots;
  return {
    allows: heeds ? robots.allows : () => true,
    delayMs: heeds ? Math.min(robots.delayS * 1000, MOST_DELAY_MS) : 0,
    listed: () => readSitemaps(origin, robots, fetch),
  };
}

type Site = Awaited<ReturnType<typeof readSite>>;

async function crawlInto(
  folder: OutputFolder,
  config: Config,
  { url, bounds, options, dir, concurrency }: CrawlCall,
  {
    allows,
    delayMs,
    listed,
    terminal,
    stop,
  }: Site & { readonly terminal: Terminal; readonly stop: AbortSignal },
): Promise<CrawlEnd> {
  const frontier = new Frontier(url, bounds, allows);
  const request = { ...options.request, strict: false };
  const forms = ['trail'] as const;
  const { convert, close } = await openBatchConverter(config, folder, {
    ...options,
    request,
    concurrency,
    forms,
  });
  const note = delayMs > 0 ? `, a page every ${delayMs / 1000} s as robots.txt asks` : '';
  let shared = 0;
  const total = () => Math.max(shared, frontier.total());
  const progress = startProgress(terminal, { name: 'crawl', total, note });
  const converter: CrawlRun['parts']['converter'] = {
    async convert(page, lookAt) {
      const record = await progress.waitedFor(page, convert(page, lookAt));
      progress.finished(record);
      return record;
    },
  };
  const name = JSON.stringify([url, bounds, options]);
  const parts: CrawlRun['parts'] = { strict: options.request.strict, converter };
  const run: CrawlRun = {
    ...{ name, frontier, listed, folder, dir, parts, concurrency, delayMs, stop },
    onProgress(done, all = 0) {
      shared = all;
      progress.done(done);
    },
  };
  progress.done(folder.records.size);
  try {
    const redisUrl = config.secrets.redisUrl?.reveal();
    if (redisUrl === undefined) return await runLocalCrawl(run);
    return await (await import('./run-shared-crawl.ts')).runSharedCrawl(run, redisUrl);
  } finally {
    await close();
    progress.end();
  }
}

function crawlReport(records: Parameters<typeof reportOf>[1], counts: CrawlEnd['leftOut']) {
  const { total, converted, failed, by_reason } = reportOf([...records.keys()], records, []);
  const left = new Map(Object.entries(counts));
  for (const record of records.values())
    if (record.status === 'left_out') left.set(record.kind, (left.get(record.kind) ?? 0) + 1);
  return { total, converted, failed, by_reason, left_out: Object.fromEntries(left) as CrawlEnd['leftOut'] };
}

/** The map of a site: its first page is converted in this thread. Throws as a conversion does. */
export async function mapOwnSite(config: Config, url: string, bounds: CrawlBounds): Promise<SiteMap> {
  const converter = await openLocalConverter(config);
  try {
    const { userAgent, robots: heedsRobots } = config.fetching;
    const signal = new AbortController().signal;
    const request = { url, bounds, sitemap: 'include', userAgent, heedsRobots } as const;
    return await mapSite(request, siteFetch(openFetcher(config)), async () => {
      const asked = convertRequest.parse({ url, strict: false });
      const page = await converter.convert(asked, { signal, keyId: null, forms: ['trail'] });
      return { ...(JSON.parse(page.forms!.trail!) as PageTrail), finalUrl: page.finalUrl };
    });
  } finally {
    await converter.close();
  }
}
