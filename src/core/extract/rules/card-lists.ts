import { APART, CONTEXT } from '../page/element-kind.ts';
import type { ScoredPage } from './scored-page.ts';

/** A list of repeated elements of one template position (path of tags and classes). */
export interface CardList {
  /** Cards of the list, and those that were asked for: of which something stays, or all. */
  all: number;
  readonly cards: Set<number>;
  readonly slots: Map<number, Slot>;
}

/** Blocks of one template position over all cards of a list. */
export interface Slot {
  readonly blocks: number[];
  /** Cards that have one of them, and cards of which one stays. */
  readonly cards: Set<number>;
  readonly keeping: Set<number>;
  words: number;
  /** Blocks with which a card begins. */
  openings: number;
  /** Blocks with a sign of currency. */
  priced: number;
  /** Blocks that are headings or whole links. */
  named: number;
  /** Their chances, summed. */
  chances: number;
  /** What they say, as hashes of their words. */
  readonly said: Set<number>;
}

/**
 * The lists of cards of a page with what stands at each place of a card of which something stays, or of all (`which`). Rows of
 * tables, lines of code and terms are none.
 */
export function cardLists(
  { a, s, chances }: ScoredPage,
  keep: Uint8Array,
  which: 'staying' | 'all' = 'staying',
): Iterable<CardList> {
  const stays = new Map<number, boolean>();
  a.blocks.forEach(({ element }, i) => {
    const card = s.repeated[element]!;
    if (card >= 0) stays.set(card, keep[i] === 1 || stays.get(card) === true);
  });
  const lists = new Map<number, CardList>();
  for (const [card, isStaying] of stays) {
    const list = lists.get(s.path[card]!) ?? { all: 0, cards: new Set(), slots: new Map() };
    list.all++;
    if (isStaying || which === 'all') list.cards.add(card);
    lists.set(s.path[card]!, list);
  }
  let last = -1;
  a.blocks.forEach(({ element, count, context, linkWords, hash }, i) => {
    const card = s.repeated[element]!;
    const isOpening = card !== last;
    last = card;
    if ((context & APART) !== 0) return;
    const list = card < 0 ? undefined : lists.get(s.path[card]!);
    if (list === undefined || !list.cards.has(card)) return;
    const path = s.path[element]!;
    const slot = list.slots.get(path) ?? newSlot();
    slot.blocks.push(i);
    slot.cards.add(card);
    if (keep[i] === 1) slot.keeping.add(card);
    slot.words = Math.max(slot.words, count.words);
    if (isOpening) slot.openings++;
    if (count.currency > 0) slot.priced++;
    if ((context & CONTEXT.heading) !== 0 || (linkWords > 0 && linkWords === count.words)) slot.named++;
    slot.chances += chances[i]!;
    slot.said.add(hash);
    list.slots.set(path, slot);
  });
  return lists.values();
}

function newSlot(): Slot {
  return {
    blocks: [],
    cards: new Set(),
    keeping: new Set(),
    words: 0,
    openings: 0,
    priced: 0,
    named: 0,
    chances: 0,
    said: new Set(),
  };
}
