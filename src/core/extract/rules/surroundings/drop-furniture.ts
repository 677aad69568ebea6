import { inOrder } from '../../../html/element-index.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import { type Annotation, MAX_NAME_CHARS } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { elementsCalled } from '../../page/class-test.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';
import { FURNITURE } from './furniture.table.ts';

const NAMED = new RegExp(
  `(?:^|[\\s_-])(?:${FURNITURE.map(([, names]) => names).join('|')})(?=[\\s_\\d-]|$)`,
  'i',
);
/** Elements that are boxes of their own. */
const BOXES = new Set(
  'div aside ins section nav form ul ol p footer header table figure span a button'.split(' '),
);
/** Most words that stay of a page for its boxes to be judged by their names: a longer one is judged by the model alone. */
const MAX_PAGE_WORDS = 150;
/** Most words of such a box. */
const MAX_WORDS = 60;

/** What no such box is made of: the bar above code is a toolbar as well. */
const CONTENT = CONTEXT.code | CONTEXT.table;

/**
 * On a short page, drops what its name calls sharing, tools, teasers, a form or advertising: the model weighs words, of which
 * such a page has too few to tell. What holds a title, code or data stays, and so does most of what stays. Changes `keep`.
 */
export function dropFurniture({ a, titles }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const all = kept[keep.length]!;
  if (all > MAX_PAGE_WORDS) return;
  for (const { tag, index } of inOrder([...elementsCalled(a, NAMED), ...labelled(a)])) {
    const [from, to] = blockRange(a, index);
    const words = kept[to]! - kept[from]!;
    if (!BOXES.has(tag) || words === 0 || words > MAX_WORDS || words * 2 > all) continue;
    const holdsMore = a.blocks
      .slice(from, to)
      .some(
        (block) => headingLevel(a, block) === 1 || titles().has(block) || (block.context & CONTENT) !== 0,
      );
    if (!holdsMore) keep.fill(0, from, to);
  }
}

function labelled(a: Annotation): readonly HtmlNode[] {
  return a.doc.elements
    .having('aria-label')
    .filter((node) => NAMED.test(attr(node, 'aria-label')!.slice(0, MAX_NAME_CHARS)));
}
