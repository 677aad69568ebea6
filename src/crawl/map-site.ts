import type { PageTrail } from '../conversion/page-trail.ts';
import { firstAddress } from './crawl-address.ts';
import { type CrawlBounds, Frontier } from './frontier.ts';
import type { LeftOutKind } from './left-out.ts';
import { readRobots, readSitemaps, type SiteFetch, type SitemapBounds } from './read-site.ts';

/** What is wanted of a map. */
interface MapRequest {
  readonly url: string;
  readonly bounds: CrawlBounds;
  /** `only`: no page is read. */
  readonly sitemap: 'include' | 'skip' | 'only';
  readonly userAgent: string;
  readonly heedsRobots: boolean;
  readonly sitemaps?: SitemapBounds;
}

/** The addresses of a site, and why others are none of them. */
export interface SiteMap {
  readonly urls: readonly string[];
  readonly leftOut: Partial<Record<LeftOutKind, number>>;
  /** Sitemaps that could not be read, with the reason. */
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
}

/**
 * The addresses of a site: those that its first page leads to, links of the content first, and what its sitemaps list. `readPage`
 * gives the trail of that page, and where it was. Throws `invalid_url`, and what `readPage` and the fetch of robots.txt throw.
 */
export async function mapSite(
  { url, bounds, sitemap, userAgent, heedsRobots, sitemaps }: MapRequest,
  fetch: SiteFetch,
  readPage: (url: string) => Promise<PageTrail & { readonly finalUrl: string }>,
): Promise<SiteMap> {
  const { origin } = firstAddress(url).url;
  const robots = await readRobots(origin, fetch, userAgent);
  const frontier = new Frontier(url, bounds, heedsRobots ? robots.allows : () => true);
  frontier.begin();
  const first = frontier.take()!;
  if (sitemap !== 'only') frontier.finish(first, { ...(await readPage(url)), isRepeat: false });
  const listed = sitemap === 'skip' ? undefined : await readSitemaps(origin, robots, fetch, sitemaps);
  frontier.list(listed?.urls ?? []);
  const urls = [first.url];
  for (let target = frontier.take(); target !== undefined; target = frontier.take()) urls.push(target.url);
  return { urls, leftOut: frontier.leftOut(), failed: listed?.failed ?? [] };
}
