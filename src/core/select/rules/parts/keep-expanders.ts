import { addTo } from '../../../add-to.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, keptIn, sumsOver, textBetween } from '../../../page/block-range.ts';
import { CONTEXT, UNSEEN } from '../../../page/element-kind.ts';
import { headingElement } from '../../../page/headings.ts';
import { wordsIn } from '../../../page/page-structure.ts';
import { uint8s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Roles of what opens and is no title: each has a widget of its own (WAI-ARIA 1.2). */
const OTHER_WIDGET = /^(?:combobox|gridcell|listbox|menuitem\w*|option|row|switch|tab|textbox|treeitem)$/;
/** Contexts beside the content: filters, the frame of a site, what stands at its edge. */
const BESIDE = CONTEXT.form | CONTEXT.header | CONTEXT.aside;
/** Contexts whose texts are no panel that the page shows. */
const NO_PANEL = CONTEXT.heading | UNSEEN;
/** Most words of a title; what has more is the part that opens. */
const MAX_WORDS = 40;
/** Fewest words of titles in the mean: a question, a call of an interface. Menus and filters have one or two: "Products", "Price range". */
const MIN_WORDS = 3;
/** Fewest titles of one kind that say something else: "Show 3 replies" says the same as "Show 12 replies". */
const MIN_TITLES = 3;

/** A control that opens a part of the page: its element, and its blocks. */
interface Title {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Brings back the titles of what unfolds (`aria-expanded`), below a text that stays and with the heading right above them, where several
 * of one kind say each something else: questions, operations of an interface. Their panels may be closed or not there yet, so
 * that neither prose nor structure speaks for them. Menus, whose panels are links, and filters are none, nor
 * are questions whose answers are shown and went. Changes `keep`.
 */
export function keepExpanders(page: ScoredPage, keep: Uint8Array): void {
  const { a, pruned } = page;
  const first = keep.indexOf(1);
  if (first < 0) return;
  const kinds = new Map<string, Title[]>();
  for (const node of a.doc.elements.having('aria-expanded')) {
    if (pruned[node.index] === 1 || (a.context[node.index]! & BESIDE) !== 0 || !mayBeTitle(node)) continue;
    const [from, to] = blockRange(a, node.index);
    const words = wordsIn(a, node.index);
    if (from <= first || words === 0 || words > MAX_WORDS) continue;
    addTo(kinds, `${node.tag} ${a.depth[node.index]}`, { index: node.index, from, to });
  }
  for (const titles of kinds.values()) {
    if (!areTitles(a, titles) || openOther(page, titles, keep)) continue;
    for (const { from, to } of titles) {
      keep.fill(1, from, to);
      keepHeadingAbove(page, from, keep);
    }
  }
}

/** Whether an element that unfolds something may be its title: it opens no menu, and leads to no other page. */
function mayBeTitle(node: HtmlNode): boolean {
  const popup = attr(node, 'aria-haspopup') ?? 'false';
  const leadsAway = !(attr(node, 'href') ?? '#').startsWith('#');
  return popup === 'false' && !leadsAway && !OTHER_WIDGET.test(attr(node, 'role') ?? '');
}

/** Whether there are several, long enough, that say something else each, numbers apart. */
function areTitles(a: Annotation, titles: readonly Title[]): boolean {
  const texts = new Set<string>();
  let words = 0;
  for (const { from, to } of titles) {
    texts.add(textBetween(a, a.blocks[from]!.first, a.blocks[to - 1]!.end).replace(/[\d\s]+/g, ' '));
    // In scripts without spaces each character is a word, and two say about as much as one elsewhere.
    for (let b = from; b < to; b++) words += Math.min(a.blocks[b]!.count.words, a.blocks[b]!.count.chars / 2);
  }
  return texts.size >= MIN_TITLES && texts.size * 2 >= titles.length && words >= MIN_WORDS * titles.length;
}

/**
 * Whether the titles belong to what goes: most of what stands around them, in the nearest box of each that holds more, are links and
 * labels of fields; or texts that are shown, headings apart, of which none stays.
 */
function openOther({ a, s }: ScoredPage, titles: readonly Title[], keep: Uint8Array): boolean {
  const own = uint8s(a.blocks.length);
  for (const { from, to } of titles) own.fill(1, from, to);
  const beside = (read: (block: Block, b: number) => number): Int32Array =>
    sumsOver(a.blocks, (block, b) => (own[b] === 1 ? 0 : read(block, b)));
  const all = beside(({ count }) => count.words);
  const choices = beside(({ context, linkWords, count }) =>
    context & CONTEXT.label ? count.words : linkWords,
  );
  const shown = beside(({ context, count }) => (context & NO_PANEL ? 0 : count.words));
  const kept = beside(({ count }, b) => (keep[b] === 1 ? count.words : 0));
  const boxes = titles.map(({ index }) => s.wider[index]!).filter((box) => box >= 0);
  const total = (column: Int32Array): number => boxes.reduce((sum, box) => sum + keptIn(a, column, box), 0);
  return total(choices) * 2 > total(all) || (total(shown) > 0 && total(kept) === 0);
}

/** Keeps the heading that ends right ahead of a block. */
function keepHeadingAbove({ a, pruned }: ScoredPage, block: number, keep: Uint8Array): void {
  const heading = headingElement(a, a.blocks[block - 1]!);
  if (heading === null || pruned[heading.index] === 1) return;
  keep.fill(1, ...blockRange(a, heading.index));
}
