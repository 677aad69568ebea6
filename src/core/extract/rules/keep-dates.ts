import type { HtmlNode } from '../../html/tree.ts';
import type { Annotation, Block } from '../page/annotate.ts';
import { cardLists, type Slot } from './card-lists.ts';
import type { ScoredPage } from './scored-page.ts';

/** Fewest cards and posts of which something stays, and fifths of a list that they are. */
const MIN_CARDS = 4;
const MIN_POSTS = 2;
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
 * Brings back the lines with the dates of entries of a list and of posts, where most of these stay and the model half kept
 * the dates, and of posts every line that is nothing but a `<time>`: without them nobody can tell the news from the old, nor
 * a reply of today from one of years ago. Changes `keep`.
 */
export function keepDates(page: ScoredPage, keep: Uint8Array): void {
  const { a, isProduct } = page;
  if (isProduct()) return;
  for (const { all, cards, slots } of cardLists(page, keep)) {
    if (cards.size < MIN_POSTS || cards.size * 5 < all * STAYING_FIFTHS) continue;
    const arePosts = isPost(page, cards);
    if (cards.size < MIN_CARDS && !arePosts) continue;
    const dated = [...slots().values()].filter(
      (slot) => isLine(slot, cards.size) && (arePosts || isLost(slot)) && isDated(a, slot),
    );
    // Forum software writes a header for each layout: one of them says when.
    if (arePosts && !dated.every(isLost)) continue;
    const back = dated.filter(
      (slot) => isLost(slot) && (isNearlyKept(slot, page) || (arePosts && isTime(a, slot))),
    );
    for (const { blocks } of arePosts ? back.slice(0, 1) : back)
      for (const i of blocks) if (page.barred[a.blocks[i]!.first] === 0) keep[i] = 1;
  }
}

/** Whether the cards of a list are posts of a thread; the first one tells it of all. */
function isPost({ a, posts }: ScoredPage, cards: ReadonlySet<number>): boolean {
  if (posts.areNone) return false;
  for (const card of cards) {
    const node = a.doc.nodes[card]!;
    return posts.isBox(node) || posts.around(node) !== null;
  }
  return false;
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

/** Whether one line of the posts is nothing but a `<time>`: none that also says who edited. */
function isTime(a: Annotation, { blocks }: Slot): boolean {
  return blocks.every((i) => isOnlyTime(a, a.blocks[i]!));
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

/** Whether all text of a block stands in `<time>` elements. */
function isOnlyTime(a: Annotation, { element, first, end }: Block): boolean {
  for (let i = first; i < end; i++) {
    const node = a.doc.nodes[i]!;
    if (/\S/.test(node.text) && !standsInTime(node, element)) return false;
  }
  return true;
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
