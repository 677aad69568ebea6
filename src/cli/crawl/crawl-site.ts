import type { Config } from '../../config/config.ts';
import { convertRequest } from '../../contract/convert.ts';
import type { CrawlEnd } from '../../crawl/crawl-end.ts';
import type { CrawlBounds } from '../../crawl/crawl-target.ts';
import { Frontier } from '../../crawl/frontier.ts';
import { mapSite, type SiteMap } from '../../crawl/map-site.ts';
import { readRobots, readSitemaps, siteFetch } from '../../crawl/read-site.ts';
import { openFetcher } from '../../open-from-config.ts';
import { type BatchOptions, openBatchConverter } from '../batch/batch-converter.ts';
import { startProgress } from '../batch/batch-progress.ts';
import { type BatchReport, type OutputFolder, openOutputFolder, reportOf } from '../batch/output-folder.ts';
import { openLocalConverter } from '../local-converter.ts';
import type { Terminal } from '../terminal.ts';
import type { CrawlRun, Site } from './crawl-run.ts';
import { createPace, type Pace } from './pace.ts';
import { runLocalCrawl } from './run-local-crawl.ts';

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
  readonly failed_sitemaps: CrawlEnd['failed'];
  /** Sitemaps beyond those that are read of a site. */
  readonly unread_sitemaps: number;
}

/** Longest delay between two pages that a site may ask for, in seconds: with a longer one a crawl does not end. */
const MOST_DELAY_S = 60;

/** Crawls a site into a folder, embedded or with all machines at the same Redis. */
export async function crawlOwnSite(
  config: Config,
  call: CrawlCall,
  terminal: Terminal,
): Promise<CrawlReport> {
  const of = [call.url, call.bounds, call.options];
  const folder = await openOutputFolder(call.dir, { kind: 'crawl', of });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const end = await crawlInto(folder, config, call, {
      terminal,
      stop: stop.signal,
      name: JSON.stringify(of),
    });
    const { failed, unread } = end;
    const report = {
      ...crawlReport(folder.records, end.leftOut),
      complete: !stop.signal.aborted,
      failed_sitemaps: failed,
      unread_sitemaps: unread,
    };
    await folder.writeReport(report);
    return report;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await folder.close();
  }
}

/** Reads what sites ask of crawlers. */
function siteReader(config: Config, pace: Pace, signal: AbortSignal): CrawlRun['siteAt'] {
  const fetchNow = siteFetch(openFetcher(config), { signal });
  const fetch: typeof fetchNow = async (url, mostBytes) => {
    await pace.through(url);
    return fetchNow(url, mostBytes);
  };
  const { robots: heeds, userAgent } = config.fetching;
  const read = async (origin: string): Promise<Site> => {
    const { allows, sitemaps, ...robots } = await readRobots(origin, fetch, userAgent);
    const delayS = heeds ? Math.min(robots.delayS, MOST_DELAY_S) : 0;
    return {
      origin,
      allows: heeds ? allows : () => true,
      delayMs: delayS * 1000,
      listed: () => readSitemaps(origin, { sitemaps, delayS }, fetch, undefined, signal),
    };
  };
  let last: { readonly origin: string; readonly site: Promise<Site> } | undefined;
  return (url) => {
    const { origin } = new URL(url);
    if (last?.origin !== origin) last = { origin, site: read(origin) };
    return last.site;
  };
}

async function crawlInto(
  folder: OutputFolder,
  config: Config,
  { url, bounds, options, dir, concurrency }: CrawlCall,
  {
    terminal,
    stop,
    name,
  }: { readonly terminal: Terminal; readonly stop: AbortSignal; readonly name: string },
): Promise<CrawlEnd> {
  const pace = createPace(stop);
  const { convert, close } = await openBatchConverter(config, folder, {
    ...options,
    request: { ...options.request, strict: false },
    concurrency,
    forms: ['trail'],
    pace: pace.through,
    stop,
  });
  let total = 0;
  const progress = startProgress(terminal, { name: 'crawl', total: () => total, note: pace.note });
  const converter: CrawlRun['parts']['converter'] = {
    async convert(page, lookAt) {
      const record = await progress.waitedFor(page, convert(page, lookAt));
      progress.finished(record);
      return record;
    },
  };
  const run: CrawlRun = {
    ...{ name, folder, dir, concurrency, pace, stop },
    newFrontier: () => new Frontier(url, bounds),
    siteAt: siteReader(config, pace, stop),
    parts: { strict: options.request.strict, converter },
    onProgress(done, all) {
      total = all;
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
      return { trail: page.forms!.trail!, finalUrl: page.finalUrl };
    });
  } finally {
    await converter.close();
  }
}
