import type { PageTrail } from '../conversion/page-trail.ts';
import { type CrawlEnd, endOf } from './crawl-end.ts';
import type { CrawlBounds } from './crawl-target.ts';
import { Frontier } from './frontier.ts';
import { readRobots, readSitemaps, type SiteFetch, type SitemapBounds } from './read-site.ts';

/** What is wanted of a map. */
export interface MapRequest {
  readonly url: string;
  readonly bounds: CrawlBounds;
  /** `only`: no page is read. */
  readonly sitemap: 'include' | 'skip' | 'only';
  readonly userAgent: string;
  readonly heedsRobots: boolean;
  readonly sitemaps?: SitemapBounds;
  /** Which of the addresses are given; all in their order unless told. */
  readonly choice?: MapChoice;
}

/** A choice of addresses. */
interface MapChoice {
  /** Those whose path and query have most of its words come first; '' leaves their order. */
  readonly search: string;
  /** Queries are cut off. */
  readonly isPlain: boolean;
  readonly limit: number;
  /** Of all addresses together. */
  readonly characters: number;
}

/** The addresses of a site, and why others are none of them. */
export interface SiteMap extends CrawlEnd {
  readonly urls: readonly string[];
}

/** The first page: its trail as JSON, and where it was. */
export interface FirstPage {
  readonly trail: string;
  readonly finalUrl: string;
}

/**
 * The addresses of a site: those that its first page leads to, links of the content first, and what its sitemaps list. The site is
 * where that page was found, which `readPage` says. Throws `invalid_url`, and what `readPage` and the fetch of robots.txt throw.
 */
export async function mapSite(
  { url, bounds, sitemap, userAgent, heedsRobots, sitemaps, choice }: MapRequest,
  fetch: SiteFetch,
  readPage: (url: string) => Promise<FirstPage>,
): Promise<SiteMap> {
  const frontier = new Frontier(url, bounds);
  frontier.begin();
  const first = frontier.take()!;
  const page = sitemap === 'only' ? undefined : await readPage(first.url);
  const { origin } = new URL(page?.finalUrl ?? first.url);
  const robots = await readRobots(origin, fetch, userAgent);
  if (heedsRobots) frontier.heed(origin, robots.allows);
  // A map is one request, and waits for no delay.
  const files = { sitemaps: robots.sitemaps };
  const listed = sitemap === 'skip' ? undefined : await readSitemaps(origin, files, fetch, sitemaps);
  if (page !== undefined) {
    const trail = JSON.parse(page.trail) as PageTrail;
    frontier.finish(first, { ...trail, finalUrl: page.finalUrl, isRepeat: false });
  }
  frontier.list(listed?.urls ?? []);
  const urls = [first.url];
  for (let target = frontier.take(); target !== undefined; target = frontier.take()) urls.push(target.url);
  const chosen = choice === undefined ? urls : chosenOf(urls, choice);
  return { urls: chosen, ...endOf(frontier, listed, { limit: urls.length - chosen.length }) };
}

function chosenOf(urls: readonly string[], { search, isPlain, limit, characters }: MapChoice) {
  const plain = isPlain ? [...new Set(urls.map((url) => url.split('?', 1)[0]!))] : urls;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (url: string) => {
    const path = url.slice(url.indexOf('/', 'https://'.length)).toLowerCase();
    return words.filter((word) => path.includes(word)).length;
  };
  const counted = words.length === 0 ? [] : plain.map((url) => [url, found(url)] as const);
  const ranked = words.length === 0 ? plain : counted.sort(([, a], [, b]) => b - a).map(([url]) => url);
  let left = characters;
  const fit = ranked.slice(0, limit).findIndex((url) => {
    left -= url.length;
    return left < 0;
  });
  return ranked.slice(0, fit < 0 ? limit : fit);
}
