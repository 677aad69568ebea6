import type { Annotation } from '../../page/annotate.ts';
import { APART } from '../../page/element-kind.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';
import { cardsThatStay, type RepeatedList } from './card-lists.ts';

/** Fewest cards of a list of which something stays, and the share of its cards. */
const MIN_CARDS = 3;
const MIN_SHARE = 2 / 3;
/** Share of what keeps a block that the words of a card come to in the mean. */
const NEARLY = 7 / 10;
/** Lines of a text are no cards. */
const LINES = /^(?:p|h[1-6]|dt|dd|tr)$/;

/**
 * Brings back cards that went whole from a list of siblings of which two thirds stay, where the model nearly kept them:
 * one entry of ten alike is no advertisement. What the others do not keep, goes. Changes `keep`.
 */
export function keepCards(page: ScoredPage, keep: Uint8Array): void {
  const { a, s, isProduct } = page;
  for (const cards of tornLists(page, keep)) {
    const staying = cards.filter((blocks) => blocks.some((i) => keep[i] === 1));
    if (staying.length < MIN_CARDS || staying.length === cards.length) continue;
    if (staying.length < cards.length * MIN_SHARE) continue;
    const slots = keptSlots(a, s, staying, keep);
    for (const blocks of cards) {
      if (blocks.some((i) => keep[i] === 1)) continue;
      const like = blocks.filter((i) => slots.has(s.path[a.blocks[i]!.element]!));
      if (like.length > 0 && isNearlyKept(page, like) && !isProduct()) for (const i of like) keep[i] = 1;
    }
  }
}

/** Blocks of the cards of each list of siblings of one kind; none of lists of which all stays, or next to nothing. */
function tornLists({ a, s, lists }: ScoredPage, keep: Uint8Array): readonly (readonly number[])[][] {
  return lists().flatMap((list) => {
    const staying = cardsThatStay(a, s, list, keep).size;
    if (staying < MIN_CARDS || staying === list.cards.size) return [];
    const [first] = list.cards;
    return LINES.test(a.doc.nodes[first!]!.tag) ? [] : siblings(a, s, list);
  });
}

/** Blocks of the cards of a list, by the parent of the cards. */
function siblings(a: Annotation, s: PageStructure, { blocks }: RepeatedList): readonly number[][][] {
  const parents = new Map<number, Map<number, number[]>>();
  for (const i of blocks) {
    const card = s.repeated[a.blocks[i]!.element]!;
    const parent = a.parents[card]!;
    const cards = parents.get(parent) ?? new Map<number, number[]>();
    parents.set(parent, cards);
    const known = cards.get(card);
    if (known) known.push(i);
    else cards.set(card, [i]);
  }
  return [...parents.values()].map((cards) => [...cards.values()]);
}

/** Template positions whose blocks mostly stay in the cards of which something stays. */
function keptSlots(
  a: Annotation,
  s: PageStructure,
  staying: readonly (readonly number[])[],
  keep: Uint8Array,
): ReadonlySet<number> {
  const balance = new Map<number, number>();
  for (const i of staying.flat()) {
    const path = s.path[a.blocks[i]!.element]!;
    balance.set(path, (balance.get(path) ?? 0) + (keep[i] === 1 ? 1 : -1));
  }
  return new Set([...balance].filter(([, sum]) => sum >= 0).map(([path]) => path));
}

/** Whether the words of some blocks come to nearly what keeps a block; never where another step dropped one of them. */
function isNearlyKept({ a, chances, threshold, barred }: ScoredPage, blocks: readonly number[]): boolean {
  let words = 0;
  let mass = 0;
  for (const i of blocks) {
    const { context, count, first } = a.blocks[i]!;
    if ((context & APART) !== 0 || barred[first] === 1 || chances[i]! >= threshold) return false;
    const own = Math.max(1, count.words);
    words += own;
    mass += own * chances[i]!;
  }
  return mass >= NEARLY * threshold * words;
}
