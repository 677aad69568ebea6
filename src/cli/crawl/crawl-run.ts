import type { Site, Sitemaps } from '../../crawl/read-site.ts';
import type { SiteCrawl } from '../../crawl/site-crawl.ts';
import type { OutputFolder } from '../batch/output-folder.ts';
import type { Pace } from './pace.ts';
import type { VisitParts } from './visit-page.ts';

/** How a crawl is run. */
export interface CrawlRun {
  /** What tells this crawl from another: its first address, bounds and options. */
  readonly name: string;
  /** Begins it; `listOf` as that of `createSiteCrawl`. */
  readonly newCrawl: (listOf?: (site: Site) => Promise<Sitemaps>) => SiteCrawl;
  /** The site of an address, which is where the first page ended; its delay is heeded from then on. Throws what the fetch of its robots.txt throws. */
  readonly siteAt: (url: string) => Promise<Site>;
  readonly folder: OutputFolder;
  readonly dir: string;
  readonly parts: Pick<VisitParts, 'converter' | 'strict'>;
  /** Pages on their way at a time; one where the site asks for time between two. */
  readonly concurrency: number;
  readonly pace: Pace;
  /** Aborted: nothing new is begun, what is under way is finished. */
  readonly stop: AbortSignal;
  /** Addresses that have a record, and all that are known of. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Addresses of a piece of what sitemaps list: with the longest ones 8 MiB. */
const PIECE = 1000;

/** What sitemaps list, in pieces that can be kept. */
export function* piecesOf({ urls }: Pick<Sitemaps, 'urls'>): Generator<readonly string[]> {
  for (let at = 0; at < urls.length; at += PIECE) yield urls.slice(at, at + PIECE);
}
