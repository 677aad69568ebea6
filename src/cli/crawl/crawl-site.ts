import type { Config } from '../../config/config.ts';
import { convertRequest } from '../../contract/convert.ts';
import type { ServiceError } from '../../contract/failure.ts';
import type { CrawlBounds } from '../../crawl/crawl-target.ts';
import { leadsOn, outcomeError } from '../../crawl/look-at-page.ts';
import { mapOf, type SiteMap } from '../../crawl/map-site.ts';
import { readSite, type Site, type SitemapBounds, siteFetch } from '../../crawl/read-site.ts';
import { type CrawlEnd, createSiteCrawl } from '../../crawl/site-crawl.ts';
import type { PageFetcher } from '../../fetching/fetch-page.ts';
import { openFetcher } from '../../open-from-config.ts';
import type { BatchOptions } from '../batch/batch-converter.ts';
import { type BatchReport, reportOf } from '../batch/output-folder.ts';
import { workIntoFolder } from '../batch/work-into-folder.ts';
import { openLocalConverter } from '../local-converter.ts';
import { CRAWL_FLAGS } from '../page-commands.ts';
import type { Terminal } from '../terminal.ts';
import type { CrawlRun } from './crawl-run.ts';
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

/** What is read of the sitemaps of a site: four files of 50,000 addresses, or some hundred of most sites' size. */
const SITEMAPS: SitemapBounds = { files: 500, addresses: 200_000, bytes: 536_870_912 };
/** Seconds that the delay of a site may make of that for a crawl; a map waits for none. */
const SITEMAPS_S = 3600;

/** Crawls a site into a folder, embedded or with all machines at the same Redis. */
export async function crawlOwnSite(
  config: Config,
  { url, bounds, options, dir, concurrency }: CrawlCall,
  terminal: Terminal,
): Promise<CrawlReport> {
  const of = [url, bounds, options];
  return workIntoFolder({ config, terminal, dir, work: { kind: 'crawl', of } }, (folder, stop) => {
    const pace = createPace(stop);
    // What it knows of robots.txt is known for pages, pictures and sitemaps.
    const fetcher = openFetcher(config);
    const siteAt = siteReader(config, fetcher, pace, stop);
    let total = 0;
    const { strict } = options.request;
    return {
      options: {
        ...{ ...options, request: { ...options.request, strict: false } },
        ...{ concurrency, forms: ['trail'], fetcher, pace: pace.through, flags: CRAWL_FLAGS },
      },
      told: { name: 'crawl', total: () => total, note: pace.note },
      async run({ converter, onDone, redisUrl }) {
        const run: CrawlRun = {
          ...{ name: JSON.stringify(of), folder, dir, concurrency, pace, stop, parts: { strict, converter } },
          newCrawl: (listOf) => createSiteCrawl({ url, bounds, sitemap: 'include' }, siteAt, listOf),
          siteAt,
          onProgress(done, all) {
            total = all;
            onDone(done);
          },
        };
        const end = await (redisUrl === undefined
          ? runLocalCrawl(run)
          : (await import('./run-shared-crawl.ts')).runSharedCrawl(run, redisUrl));
        return {
          ...reportOf([...folder.records.keys()], folder.records, []),
          left_out: end.leftOut,
          complete: !stop.aborted,
          failed_sitemaps: end.failed,
          unread_sitemaps: end.unread,
        };
      },
    };
  });
}

/** Reads what a site asks of crawlers, once, and heeds its delay from then on. */
function siteReader(
  config: Config,
  fetcher: PageFetcher,
  pace: Pace,
  signal: AbortSignal,
): CrawlRun['siteAt'] {
  const fetchNow = siteFetch(fetcher, { signal });
  const fetch: typeof fetchNow = async (url, mostBytes) => {
    await pace.through(url);
    return fetchNow(url, mostBytes);
  };
  const reading = { ...heedOf(config), sitemaps: { ...SITEMAPS, seconds: SITEMAPS_S }, signal };
  let last: { readonly origin: string; readonly site: Promise<Site> } | undefined;
  return async (url) => {
    const { origin } = new URL(url);
    if (last?.origin !== origin) last = { origin, site: readSite(origin, fetch, reading) };
    const site = await last.site.catch((error: unknown) => {
      last = undefined;
      throw error;
    });
    pace.keep(site);
    return site;
  };
}

const heedOf = ({ fetching: { robots: heedsRobots, userAgent } }: Config) => ({ heedsRobots, userAgent });

/** The map of a site whose first page is converted in this thread; `fault`: that came as none, so its links are left. Throws as a conversion does. */
export async function mapOwnSite(
  config: Config,
  url: string,
  bounds: CrawlBounds,
): Promise<SiteMap & { readonly fault: ServiceError | undefined }> {
  const fetcher = openFetcher(config);
  const converter = await openLocalConverter(config, { fetcher });
  try {
    const signal = new AbortController().signal;
    const reading = { ...heedOf(config), sitemaps: SITEMAPS };
    const fetch = siteFetch(fetcher);
    const crawl = createSiteCrawl({ url, bounds, sitemap: 'include' }, (at) => readSite(at, fetch, reading));
    const target = crawl.take()!;
    const asked = convertRequest.parse({ url: target.url, strict: false });
    const page = await converter.convert(asked, { signal, keyId: null, forms: ['trail'] });
    const { finalUrl, outcome = 'ok', forms } = page;
    const fault = leadsOn(outcome) ? undefined : outcomeError(outcome, page.upstream);
    await crawl.finish({ target, page: { finalUrl, outcome, trail: forms!.trail! } });
    return { ...mapOf(crawl, target.url), fault };
  } finally {
    await converter.close();
  }
}
