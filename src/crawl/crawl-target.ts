import type { PageTrail } from '../conversion/page-trail.ts';

/** What of a site is wanted. */
export interface CrawlBounds {
  /** Most pages that are asked for. */
  readonly limit: number;
  /** Most links from the first page on; what a sitemap lists is one away. */
  readonly depth: number;
  /** Patterns as in robots.txt, of path and query; a page must match one of the first, unless there are none, and none of the second. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Most addresses that wait; `MOST_WAITING` unless given. */
  readonly waiting?: number;
}

/** No page is farther from the first one: such a depth bounds nothing. */
export const ANY_DEPTH = 1_000_000;

/** Where an address was found, the most wanted first: a link of a content, a sitemap, any other link. */
export const RANKS = ['content', 'sitemap', 'link'] as const;
export type Rank = (typeof RANKS)[number];

/** An address to ask for. */
export interface CrawlTarget {
  readonly url: string;
  readonly rank: Rank;
  readonly depth: number;
  /** Lists in a row that led here and to nothing else. */
  readonly row: number;
}

/** What a page turned out to be. */
export interface CrawlFinding extends PageTrail {
  readonly finalUrl: string;
  /** It was another page again, or none: nothing new. */
  readonly isRepeat: boolean;
}

/** Endings of files that no page is in, but for names with a colon, as in `File:Bridge.jpg`: those are pages of a wiki. */
export const MEDIA =
  /\/[^/:]*\.(?:jpe?g|png|gif|webp|svg|avif|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|zip|gz|t[gx]z|tar|bz2|xz|7z|rar|exe|dmg|iso|apk|deb|rpm|bin|msi|jar|xlsx?|pptx?|odt|ods|epub)$/i;
