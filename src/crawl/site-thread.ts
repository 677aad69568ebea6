import { parentPort, workerData } from 'node:worker_threads';
import { connectCalls } from '../port-calls.ts';
import { type MapChoice, mapOf } from './map-site.ts';
import { readSite, type SiteFetch, type SiteReading } from './read-site.ts';
import { createSiteCrawl, type SiteCrawl, type SiteRequest, type Trail } from './site-crawl.ts';

/** What is wanted of a site, and how it is read. */
export type ThreadRequest = SiteRequest & Omit<SiteReading, 'signal'>;

/** What whoever started the thread of a site does for it: fetches, and hears of the site ahead of what is fetched of it beside robots.txt. */
export type SiteServices = {
  readonly fetch: SiteFetch;
  /** The seconds from one request to the next that the site asks for. */
  readonly onSite: (origin: string, delayS: number) => void | Promise<void>;
};

/** What the thread does when it is asked (`open-site-thread.ts`): the steps of one crawl, which begins with the first of them. */
export type SiteSteps = typeof steps;

const request = workerData as ThreadRequest;
let begun: SiteCrawl | undefined;
const crawl = (): SiteCrawl => {
  begun ??= createSiteCrawl(request, async (url) => {
    const site = await readSite(url, (...wanted) => call('fetch', ...wanted), request);
    await call('onSite', site.origin, site.delayS);
    return site;
  });
  return begun;
};
const steps = {
  take: () => crawl().take(),
  finish: (...visit: Parameters<SiteCrawl['finish']>) => crawl().finish(...visit),
  /** Takes in trails of pages that were visited before, in their order, the first page ahead. */
  async restore(trails: readonly string[]): Promise<void> {
    for (const trail of trails) await crawl().restore(JSON.parse(trail) as Trail);
  },
  end: () => crawl().end(),
  map: (first: string, choice: MapChoice) => mapOf(crawl(), first, choice),
};
const { call } = connectCalls<SiteServices>(parentPort!, steps);
