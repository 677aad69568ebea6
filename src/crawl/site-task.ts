import type { CrawlTarget } from './crawl-target.ts';
import type { MapRequest, SiteMap } from './map-site.ts';
import type { CrawlEnding, CrawlRequest, CrawlVisit, VisitedPage } from './site-crawl.ts';

/** What the thread of a site is asked for: a map, or the steps of a crawl, which begins once. */
export type SiteTask =
  | { readonly kind: 'map'; readonly request: MapRequest }
  | { readonly kind: 'begin'; readonly request: CrawlRequest }
  /** Trails of pages that were visited before, in their order, the first page ahead. */
  | { readonly kind: 'restore'; readonly trails: readonly string[] }
  | { readonly kind: 'take' }
  | { readonly kind: 'finish'; readonly visit: CrawlVisit }
  | { readonly kind: 'end' };

interface Values {
  readonly map: SiteMap;
  readonly begin: undefined;
  readonly restore: number | undefined;
  readonly take: CrawlTarget | undefined;
  readonly finish: VisitedPage;
  readonly end: CrawlEnding;
}

/** What it answers. */
export type SiteTaskValue<Task extends SiteTask> = Values[Task['kind']];
