import { headingElement, headingLevel } from '../../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most blocks from the name of a book to the title of its chapter: a search, a menu, buttons. */
const MAX_BETWEEN = 30;

/**
 * Drops the heading of the first level that is the name of a book, a board or a site, where the content has a lower one by which the
 * title element calls the page (mdBook, phpBB). Changes `keep`.
 */
export function dropBanner({ a, titles }: ScoredPage, keep: Uint8Array): void {
  const first = keep.indexOf(1);
  if (first < 0 || headingLevel(a, a.blocks[first]!) !== 1 || !titles().isBanner(a.blocks[first]!)) return;
  const below = a.blocks.slice(first + 1, first + 1 + MAX_BETWEEN);
  const isTitle = below.some(
    (block, k) => keep[first + 1 + k] === 1 && headingElement(a, block) !== null && titles().isLead(block),
  );
  if (isTitle) keep[first] = 0;
}
