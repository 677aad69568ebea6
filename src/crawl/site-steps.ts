import { type MapChoice, mapOf } from './map-site.ts';
import { readSite, type SiteFetch, type SiteReading } from './read-site.ts';
import {
  createSiteCrawl,
  type SiteCrawl,
  type SiteRequest,
  type Trail,
  type VisitedPage,
} from './site-crawl.ts';

/** What is wanted of a site, and how it is read. */
export type ThreadRequest = SiteRequest & Omit<SiteReading, 'signal'>;

/** What the thread of a site does when it is asked. */
export type SiteSteps = ReturnType<typeof siteSteps>;

/** What whoever started the thread does for it: fetches, and hears of the site ahead of what is fetched of it beside robots.txt. */
export type SiteServices = {
  readonly fetch: SiteFetch;
  /** The seconds from one request to the next that the site asks for. */
  readonly onSite: (origin: string, delayS: number) => void | Promise<void>;
};

/** The steps of one crawl, which begins with the first of them. */
export function siteSteps(request: ThreadRequest, { fetch, onSite }: SiteServices) {
  let begun: SiteCrawl | undefined;
  const siteAt = async (url: string) => {
    const site = await readSite(url, fetch, request);
    await onSite(site.origin, site.delayS);
    return site;
  };
  const crawl = (): SiteCrawl => {
    begun ??= createSiteCrawl(request, siteAt);
    return begun;
  };
  return {
    take: () => crawl().take(),
    finish: (visit: Parameters<SiteCrawl['finish']>[0]): Promise<VisitedPage> => crawl().finish(visit),
    /** Takes in trails of pages that were visited before, in their order, the first page ahead. */
    async restore(trails: readonly string[]): Promise<void> {
      for (const trail of trails) await crawl().restore(JSON.parse(trail) as Trail);
    },
    end: () => crawl().end(),
    map: (first: string, choice: MapChoice) => mapOf(crawl(), first, choice),
  };
}
