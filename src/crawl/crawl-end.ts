import type { Frontier } from './frontier.ts';
import type { LeftOutKind } from './left-out.ts';
import type { Sitemaps } from './read-site.ts';

/** What a crawl did not ask for, by kind, and could not read. */
export interface CrawlEnd extends Pick<Sitemaps, 'failed' | 'unread'> {
  readonly leftOut: Partial<Record<LeftOutKind, number>>;
}

/** What was left out by a frontier, in sitemaps, and beside them. */
export function endOf(
  frontier: Frontier,
  { failed = [], unread = 0, unlisted = 0 }: Partial<Sitemaps> = {},
  beside: CrawlEnd['leftOut'] = {},
): CrawlEnd {
  return { leftOut: frontier.leftOut({ unlisted, ...beside }), failed, unread };
}
