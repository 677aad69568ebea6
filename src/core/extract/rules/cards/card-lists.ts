import { lazy } from '../../../lazy.ts';
import type { Annotation } from '../../page/annotate.ts';
import { APART, CONTEXT } from '../../page/element-kind.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** A list of repeated elements of one template position (path of tags and classes), whatever stays of it. */
export interface RepeatedList {
  readonly cards: ReadonlySet<number>;
  /** Blocks in them, in document order. */
  readonly blocks: readonly number[];
  /** Those of them that stand in another card than the block right before. */
  readonly openings: ReadonlySet<number>;
}

/** Such a list with what stands at each place of some of its cards. */
export interface CardList {
  /** Cards of the list, and those that were asked for: of which something stays, or all. */
  readonly all: number;
  readonly cards: ReadonlySet<number>;
  /** By template position; as `keep` is at the first call, which blocks of other lists do not touch. */
  readonly slots: () => ReadonlyMap<number, Slot>;
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

/** The lists of repeated elements of a page, in the order in which they begin. */
export function repeatedLists(a: Annotation, s: PageStructure): readonly RepeatedList[] {
  const lists = new Map<number, { cards: Set<number>; blocks: number[]; openings: Set<number> }>();
  let last = -1;
  a.blocks.forEach(({ element }, i) => {
    const card = s.repeated[element]!;
    const isOpening = card !== last;
    last = card;
    if (card < 0) return;
    let list = lists.get(s.path[card]!);
    if (list === undefined) {
      list = { cards: new Set(), blocks: [], openings: new Set() };
      lists.set(s.path[card]!, list);
    }
    list.blocks.push(i);
    if (!isOpening) return;
    list.cards.add(card);
    list.openings.add(i);
  });
  return [...lists.values()];
}

/**
 * The lists of cards of a page with what stands at each place of a card of which something stays, or of all (`which`). Rows of
 * tables, lines of code and terms are none.
 */
export function cardLists(
  page: ScoredPage,
  keep: Uint8Array,
  which: 'staying' | 'all' = 'staying',
): readonly CardList[] {
  return page.lists().map((list) => {
    const cards = which === 'all' ? list.cards : cardsThatStay(page.a, page.s, list, keep);
    return { all: list.cards.size, cards, slots: lazy(() => slotsOf(page, list, cards, keep)) };
  });
}

/** Cards of a list of which something stays. */
export function cardsThatStay(
  a: Annotation,
  s: PageStructure,
  { blocks }: RepeatedList,
  keep: Uint8Array,
): ReadonlySet<number> {
  const cards = new Set<number>();
  for (const i of blocks) if (keep[i] === 1) cards.add(s.repeated[a.blocks[i]!.element]!);
  return cards;
}

function slotsOf(
  { a, s, chances }: ScoredPage,
  { blocks, openings }: RepeatedList,
  cards: ReadonlySet<number>,
  keep: Uint8Array,
): ReadonlyMap<number, Slot> {
  const slots = new Map<number, Slot>();
  for (const i of blocks) {
    const { element, count, context, linkWords, hash } = a.blocks[i]!;
    const card = s.repeated[element]!;
    if ((context & APART) !== 0 || !cards.has(card)) continue;
    const path = s.path[element]!;
    let slot = slots.get(path);
    if (slot === undefined) {
      slot = newSlot();
      slots.set(path, slot);
    }
    slot.blocks.push(i);
    slot.cards.add(card);
    if (keep[i] === 1) slot.keeping.add(card);
    slot.words = Math.max(slot.words, count.words);
    if (openings.has(i)) slot.openings++;
    if (count.currency > 0) slot.priced++;
    if ((context & CONTEXT.heading) !== 0 || (linkWords > 0 && linkWords === count.words)) slot.named++;
    slot.chances += chances[i]!;
    slot.said.add(hash);
  }
  return slots;
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
