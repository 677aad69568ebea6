import { blockRange, keptBlocks, keptIn, keptWords } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { headingLevel } from '../../../page/headings.ts';
import { ROLE } from '../../../page/roles.ts';
import { wordSet } from '../../../word-set.ts';
import { elementsCalled } from '../elements-called.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Elements that are boxes of their own. */
const CONTAINERS = wordSet('div aside ins section nav form ul ol p footer header table figure span a button');
/** Most words that stay of a page for its boxes to be judged by their names: a longer one is judged by the model alone. */
const MAX_PAGE_WORDS = 150;
/** Most words of such a box. */
const MAX_WORDS = 60;
/** What no such box is made of: the bar above code is a toolbar as well. */
const CONTENT = CONTEXT.code | CONTEXT.table;

/**
 * On a short page, drops what its name calls sharing, tools, teasers, a form or advertising: the model weighs words, of which
 * such a page has too few to tell. What holds a title, code or data stays, and half of what stays at least. Changes `keep`.
 */
export function dropFurniture({ a, titles }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const all = kept[keep.length]!;
  if (all > MAX_PAGE_WORDS) return;
  const isMore = a.blocks.map(
    (block) => headingLevel(a, block) === 1 || titles().has(block) || (block.context & CONTENT) !== 0,
  );
  const more = keptBlocks(isMore.map(Number));
  let left = all;
  let doneTo = 0;
  for (const { tag, index, end } of elementsCalled(a, ROLE.furniture)) {
    if (index < doneTo || !CONTAINERS.has(tag)) continue;
    const words = keptIn(a, kept, index);
    if (words === 0 || words > MAX_WORDS || (left - words) * 2 < all || keptIn(a, more, index) > 0) continue;
    keep.fill(0, ...blockRange(a, index));
    left -= words;
    doneTo = end;
  }
}
