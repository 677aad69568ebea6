import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import type { ScoredPage } from '../scored-page.ts';
import { cardLists, type Slot } from './card-lists.ts';

/** Fewest cards of which something stays, and fifths of a list that they are. */
const MIN_CARDS = 4;
const STAYING_FIFTHS = 3;
/** Tenths of them that have a line with a date, tenths of these lines that have one, and most words of such a line. */
const COMMON_TENTHS = 7;
const DATED_TENTHS = 8;
const MAX_WORDS = 13;
/** Share of what keeps a block that the chances of dates come to in the mean. */
const NEARLY = 1 / 2;
/** How much of each text of such a line is read. */
const MAX_CHARS = 200;
/** A year, in any script that writes it in such digits. */
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

/**
 * Brings back the lines with the dates of entries of a list, where most of these stay and the model half kept the dates:
 * without them nobody can tell the news from the old. Changes `keep`.
 */
export function keepDates(page: ScoredPage, keep: Uint8Array): void {
  const { a, isProduct } = page;
  if (isProduct()) return;
  for (const { all, cards, slots } of cardLists(page, keep)) {
    if (cards.size < MIN_CARDS || cards.size * 5 < all * STAYING_FIFTHS) continue;
    for (const slot of slots().values()) {
      if (!isLine(slot, cards.size) || !isLost(slot) || !isNearlyKept(slot, page)) continue;
      if (!isDated(a, slot)) continue;
      for (const i of slot.blocks) if (page.barred[a.blocks[i]!.first] === 0) keep[i] = 1;
    }
  }
}

/** Whether most cards have one such line. */
function isLine({ blocks, cards, words }: Slot, ofCards: number): boolean {
  return words <= MAX_WORDS && blocks.length <= cards.size && cards.size * 10 >= ofCards * COMMON_TENTHS;
}

function isLost({ cards, keeping }: Slot): boolean {
  return keeping.size * 2 <= cards.size;
}

function isNearlyKept({ blocks, chances }: Slot, { threshold }: ScoredPage): boolean {
  return chances >= threshold * NEARLY * blocks.length;
}

/** Whether nearly all blocks of one line hold a `<time>`, or name a year; headings and links that do are titles. */
function isDated(a: Annotation, { blocks, named }: Slot): boolean {
  const isTitle = named * 2 >= blocks.length;
  let dated = 0;
  for (const i of blocks) if (holdsTime(a, a.blocks[i]!) || (!isTitle && namesYear(a, a.blocks[i]!))) dated++;
  return dated * 10 >= blocks.length * DATED_TENTHS;
}

function holdsTime(a: Annotation, { element, first, end }: Block): boolean {
  const { nodes } = a.doc;
  if (standsInTime(nodes[first]!, element)) return true;
  for (let i = first; i < end; i++) if (nodes[i]!.tag === 'time') return true;
  return false;
}

/** Whether a node stands in a `<time>` inside the element of its block. */
function standsInTime({ parent }: HtmlNode, element: number): boolean {
  for (let node = parent; node !== null && node.index >= element; node = node.parent)
    if (node.tag === 'time') return true;
  return false;
}

function namesYear(a: Annotation, { first, end }: Block): boolean {
  for (let i = first; i < end; i++)
    if (YEAR.test(a.doc.nodes[i]!.text.trim().slice(0, MAX_CHARS))) return true;
  return false;
}
