import type { CrawlEnd, SiteCrawl } from './site-crawl.ts';

/** A choice of addresses. */
export interface MapChoice {
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

/** The addresses that a crawl knows of after its first page, that one ahead; all in their order unless told. */
export function mapOf(crawl: SiteCrawl, first: string, choice?: MapChoice): SiteMap {
  const urls = [first];
  for (let target = crawl.take(); target !== undefined; target = crawl.take()) urls.push(target.url);
  const chosen = choice === undefined ? urls : chosenOf(urls, choice);
  return { urls: chosen, ...crawl.end(urls.length - chosen.length) };
}

function chosenOf(urls: readonly string[], { search, isPlain, limit, characters }: MapChoice) {
  const plain = isPlain ? [...new Set(urls.map((url) => url.split('?', 1)[0]!))] : urls;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (url: string) => {
    const path = url.slice(url.indexOf('/', 'https://'.length)).toLowerCase();
    return words.filter((word) => path.includes(word)).length;
  };
  const counted = plain.map((url) => [url, found(url)] as const);
  const ranked = counted.sort(([, a], [, b]) => b - a).map(([url]) => url);
  let left = characters;
  const fit = ranked.slice(0, limit).findIndex((url) => {
    left -= url.length;
    return left < 0;
  });
  return ranked.slice(0, fit < 0 ? limit : fit);
}
