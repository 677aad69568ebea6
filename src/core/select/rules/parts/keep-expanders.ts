import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotate.ts';
import { blockRange, textBetween } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { headingElement } from '../../../page/headings.ts';
import { int32s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Roles of what opens and is no title: each has a widget of its own (WAI-ARIA 1.2). */
const OTHER_WIDGET = /^(?:combobox|gridcell|listbox|menuitem\w*|option|row|switch|tab|textbox|treeitem)$/;
/** Contexts beside the content: filters, the frame of a site, what stands at its edge. */
const BESIDE = CONTEXT.form | CONTEXT.header | CONTEXT.aside;
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
 * that neither prose nor structure speaks for them. Menus, whose panels are links, and filters are none. Changes `keep`.
 */
export function keepExpanders(page: ScoredPage, keep: Uint8Array): void {
  const { a, pruned } = page;
  const first = keep.indexOf(1);
  if (first < 0) return;
  const kinds = new Map<string, Title[]>();
  for (const node of a.doc.elements.having('aria-expanded')) {
    if (pruned[node.index] === 1 || (a.context[node.index]! & BESIDE) !== 0 || !mayBeTitle(node)) continue;
    const [from, to] = blockRange(a, node.index);
    const words = a.words[node.end]! - a.words[node.index]!;
    if (from <= first || words === 0 || words > MAX_WORDS) continue;
    const kind = `${node.tag} ${a.depth[node.index]}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { index: node.index, from, to }]);
  }
  for (const titles of kinds.values()) {
    if (!areTitles(a, titles) || opensChoices(page, titles)) continue;
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

/** Whether most of what stands around the titles, in the nearest box of each that holds more, are links and labels of fields. */
function opensChoices({ a, s }: ScoredPage, titles: readonly Title[]): boolean {
  const words = int32s(a.blocks.length + 1);
  const choices = int32s(a.blocks.length + 1);
  const own = new Set(titles.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k)));
  a.blocks.forEach(({ count, linkWords, context }, b) => {
    const isOwn = own.has(b);
    words[b + 1] = words[b]! + (isOwn ? 0 : count.words);
    choices[b + 1] = choices[b]! + (isOwn ? 0 : context & CONTEXT.label ? count.words : linkWords);
  });
  let [all, chosen] = [0, 0];
  for (const { index } of titles) {
    const box = s.wider[index]!;
    if (box < 0) continue;
    const [from, to] = blockRange(a, box);
    all += words[to]! - words[from]!;
    chosen += choices[to]! - choices[from]!;
  }
  return chosen * 2 > all;
}

/** Keeps the heading that ends right ahead of a block. */
function keepHeadingAbove({ a, pruned }: ScoredPage, block: number, keep: Uint8Array): void {
  const heading = headingElement(a, a.blocks[block - 1]!);
  if (heading === null || pruned[heading.index] === 1) return;
  keep.fill(1, ...blockRange(a, heading.index));
}
