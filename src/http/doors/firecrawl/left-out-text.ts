import type { CrawlEnd } from '../../../crawl/site-crawl.ts';

/** What was left out of a site, and could not be read of it; '' when nothing was. */
export function leftOutText({ leftOut, failed, unread }: CrawlEnd): string {
  const kinds = Object.entries(leftOut).map(([kind, number]) => `${kind} ${number}`);
  return [
    kinds.length > 0 ? `Left out: ${kinds.join(', ')}.` : '',
    failed.length + unread > 0 ? `Sitemaps that were not read: ${failed.length + unread}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
