import { attr, ELEMENT } from '../../../html/tree.ts';
import { hidesItself } from '../../../visibility/hidden-element.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptBlocks, keptIn } from '../../page/block-range.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';
import {
  isLayoutTable,
  isLikelyGrid,
  isNearlyContent,
  isNearlyContentShown,
  NEARLY_ALONE,
} from './data-table.ts';

/** Elements that make sense whole only. */
export const WHOLE = ['pre', 'table', 'figure', 'dl'];

/**
 * Keeps code blocks, data tables and term lists whole when most of their words stay, and a torn table when the model
 * reads it, cell by cell, as nearly content; without its hidden rows where only the shown ones come to that. Brings back
 * grids of data that it reads so by a quarter, not on the page of a product (`isProduct`), which compares others and repeats
 * what it is about. Drops the rest of those of which little stays: a torn table is worse than none. Changes `keep`.
 */
export function keepWhole(page: ScoredPage, keep: Uint8Array): void {
  const { a, isProduct } = page;
  for (const { tag, index: i } of a.doc.elements.tagged(...WHOLE)) {
    const [from, to] = blockRange(a, i);
    if (from === to) continue;
    let words = 0;
    let kept = 0;
    for (let b = from; b < to; b++) {
      const own = Math.max(1, a.blocks[b]!.count.words);
      words += own;
      if (keep[b] === 1) kept += own;
    }
    const isTable = tag === 'table';
    if (kept === words || (isTable && isLayout(a, i))) continue;
    if (kept === 0) {
      const isBarred = page.barred[a.blocks[from]!.first] === 1;
      if (isTable && !isBarred && isLikelyGrid(page, i) && !isProduct()) keepShown(page, i, keep);
      continue;
    }
    const isLikely =
      isTable && (isNearlyContent(page, i, NEARLY_ALONE) || (isLikelyGrid(page, i) && !isProduct()));
    if (kept * 2 >= words || isLikely) keepShown(page, i, keep);
    else if (isTable && isNearlyContentShown(page, i, NEARLY_ALONE))
      for (let b = from; b < to; b++) keep[b] = (a.blocks[b]!.context & CONTEXT.hidden) === 0 ? 1 : 0;
    else if (kept * 5 < words) keep.fill(0, from, to);
  }
}

/** Most words of an item whose place in a list of several is its number. */
const MAX_ITEM_WORDS = 150;
/** Lists of labels, of which a page shows some, and ways through a site. */
const LABELS =
  /(?:^|[\s_-])(?:tags?|badges?|chips?|labels?|pills?|(?:bread)?crumbs?|paginat\w+|pager)(?=[\s_-]|$)/i;
const MAX_NAME = 300;

/**
 * Brings back the items that lists of which something stays have lost: numbered ones, as without one the numbers of all below
 * it would be others, and those within a text that stays, but for tags. Answers below an article are no such items. Changes `keep`.
 */
export function keepListed(page: ScoredPage, keep: Uint8Array): void {
  const { a, barred, posts } = page;
  const kept = keptBlocks(keep);
  for (const { tag, index, first } of a.doc.elements.tagged('ol', 'ul')) {
    const [from, to] = blockRange(a, index);
    const stays = kept[to]! - kept[from]!;
    if (stays === 0 || stays === to - from) continue;
    const isAmong = from > 0 && keep[from - 1] === 1 && keep[to] === 1;
    if (
      (tag === 'ul' && !isAmong) ||
      LABELS.test((attr(a.doc.nodes[index]!, 'class') ?? '').slice(0, MAX_NAME))
    )
      continue;
    for (let item = first; item !== null; item = item.next) {
      if (item.tag !== 'li' || keptIn(a, kept, item.index) > 0 || wordsIn(a, item.index) > MAX_ITEM_WORDS)
        continue;
      const isPost = !posts.areNone && item.first !== null && posts.around(item.first) === item;
      const [start, stop] = blockRange(a, item.index);
      if (!isPost && start < stop && barred[a.blocks[start]!.first] === 0) keepShown(page, item.index, keep);
    }
  }
}

/** Whether a table arranges a page: it looks so, or holds other tables without naming them in header cells of its own. */
function isLayout(a: Annotation, table: number): boolean {
  const { nodes } = a.doc;
  for (let i = table + 1; i < nodes[table]!.end && nodes[i]!.tag !== 'th'; i++)
    if (nodes[i]!.tag === 'table') return true;
  return isLayoutTable(a, table);
}

/** Keeps an element but for what is hidden inside its cells and items: another state of them. Hidden rows are more rows. */
export function keepShown({ a, barred }: ScoredPage, index: number, keep: Uint8Array): void {
  const { nodes } = a.doc;
  keep.fill(1, ...blockRange(a, index));
  for (let i = index + 1; i < nodes[index]!.end; i++) {
    const node = nodes[i]!;
    if (barred[i] === 0 || node.kind !== ELEMENT || ROWS.has(node.tag) || !hidesItself(node)) continue;
    keep.fill(0, ...blockRange(a, i));
    i = node.end - 1;
  }
}

/** Parts of tables that scripts show and hide whole. */
const ROWS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/**
 * What has signs but no words (the `* * *` between two scenes, code of symbols, an interjection) stays between two
 * blocks that stay in the element around it: no measure of prose can speak for it. Changes `keep`.
 */
export function keepWordless({ a, barred }: ScoredPage, keep: Uint8Array): void {
  for (let i = 1; i < keep.length - 1; i++) {
    const block = a.blocks[i]!;
    if (keep[i] === 1 || keep[i - 1] !== 1 || block.count.words > 0 || barred[block.first] === 1) continue;
    let end = i + 1;
    while (end < keep.length && keep[end] !== 1 && a.blocks[end]!.count.words === 0) end++;
    if (end === keep.length || keep[end] !== 1) continue;
    const [from, to] = rangeAround(a, i);
    if (from < i && end < to) keep.fill(1, i, end);
  }
}

/** Blocks of the nearest element that holds more than this one. */
function rangeAround(a: Annotation, block: number): readonly [number, number] {
  let up = a.doc.nodes[a.blocks[block]!.element]!;
  for (;;) {
    const [from, to] = blockRange(a, up.index);
    if (to - from > 1 || up.parent === null) return [from, to];
    up = up.parent;
  }
}
