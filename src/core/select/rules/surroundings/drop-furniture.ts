import { inOrder } from '../../../html/element-index.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotate.ts';
import { blockRange, keptBlocks, keptWords } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { headingLevel } from '../../../page/headings.ts';
import { sumIn } from '../../../page/page-structure.ts';
import { ROLE, tells } from '../../../page/roles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Elements that are boxes of their own, and those whose identifier names what they are and not what they are about. */
const CONTAINERS = new Set(
  'div aside ins section nav form ul ol p footer header table figure span a button'.split(' '),
);
const IDENTIFIED = new Set(['div', 'aside']);
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
  for (const { tag, index, end } of furniture(a)) {
    if (index < doneTo || !CONTAINERS.has(tag)) continue;
    const [from, to] = blockRange(a, index);
    const words = kept[to]! - kept[from]!;
    if (words === 0 || words > MAX_WORDS || (left - words) * 2 < all || more[to]! > more[from]!) continue;
    keep.fill(0, from, to);
    left -= words;
    doneTo = end;
  }
}

/** Elements whose class, label or identifier says so. An identifier above headings is the slug of what they say. */
function furniture(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const labelled = elements
    .having('aria-label')
    .filter((node) => tells(attr(node, 'aria-label')!, ROLE.furniture));
  const called = elements
    .having('id')
    .filter(({ tag, index }) => IDENTIFIED.has(tag) && sumIn(a, a.headings, index) === 0)
    .filter((node) => tells(attr(node, 'id')!, ROLE.furniture));
  return inOrder([...a.roles.elements(ROLE.furniture), ...labelled, ...called]);
}
