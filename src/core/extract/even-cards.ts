import type { Annotation } from './annotate.ts';
import type { Reading } from './data-table.ts';
import { APART } from './element-kind.ts';
import type { PageStructure } from './page-structure.ts';

/** Fewest cards of one template position of which something stays, and with prices. */
const MIN_CARDS = 3;
const MIN_PRICED_CARDS = 4;
/** Quarters of what keeps a block that the chances of prices come to in the mean. */
const NEARLY_QUARTERS = 3;
/** Most words of a line that every card has: a date, a kind, an author. */
const MAX_LINE_WORDS = 8;
/** Tenths of the cards that have such a line. */
const COMMON_TENTHS = 7;

/** A list of repeated elements of one template position (path of tags and classes), of which something stays. */
interface CardList {
  all: number;
  readonly cards: Set<number>;
  readonly slots: Map<number, Slot>;
}

/** Blocks of one template position over all cards of a list. */
interface Slot {
  readonly blocks: number[];
  /** Cards that have one of them, and cards of which one stays. */
  readonly cards: Set<number>;
  readonly keeping: Set<number>;
  words: number;
  /** Blocks with which a card begins. */
  openings: number;
  /** Blocks with a sign of currency. */
  priced: number;
  /** Their chances, summed. */
  chances: number;
}

/**
 * Keeps in all cards of a list that stays, or in none, what the model kept in some: a short line that three quarters of
 * them keep comes back in the others, one that fewer keep, but a quarter at least, goes. Prices that the model nearly
 * kept come back in all; not on the page of a product (`isProduct`), where cards are other products'. Changes `keep`.
 */
export function evenCards(
  a: Annotation,
  s: PageStructure,
  reading: Reading,
  isProduct: () => boolean,
  keep: Uint8Array,
): void {
  for (const { all, cards, slots } of cardLists(a, s, reading, keep)) {
    if (cards.size < MIN_CARDS || cards.size * 2 < all) continue;
    for (const slot of slots.values()) {
      const isPriced = cards.size >= MIN_PRICED_CARDS && isNearlyPriced(slot, reading) && !isProduct();
      const mark = isPriced ? 1 : lineMark(slot, cards.size);
      if (mark === null) continue;
      for (const i of slot.blocks) if (mark === 0 || reading.barred[a.blocks[i]!.first] === 0) keep[i] = mark;
    }
  }
}

function isNearlyPriced({ blocks, priced, chances }: Slot, { threshold }: Reading): boolean {
  return priced * 2 >= blocks.length && chances * 4 >= threshold * NEARLY_QUARTERS * blocks.length;
}

/** Whether a short line stays in all cards (1) or in none (0); null where it is none or not torn. */
function lineMark({ blocks, cards, keeping, words, openings }: Slot, ofCards: number): 0 | 1 | null {
  if (keeping.size === 0 || keeping.size === cards.size) return null;
  if (words > MAX_LINE_WORDS || blocks.length > cards.size || cards.size * 10 < ofCards * COMMON_TENTHS)
    return null;
  if (openings * 2 > blocks.length) return keeping.size * 2 >= cards.size ? 1 : null;
  const most = cards.size === 3 ? 2 : (cards.size * 3) / 4;
  if (keeping.size >= most) return 1;
  return keeping.size * 4 >= cards.size ? 0 : null;
}

function cardLists(
  a: Annotation,
  s: PageStructure,
  { chances }: Reading,
  keep: Uint8Array,
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
    if (isStaying) list.cards.add(card);
    lists.set(s.path[card]!, list);
  }
  let last = -1;
  a.blocks.forEach(({ element, count, context }, i) => {
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
    slot.chances += chances[i]!;
    list.slots.set(path, slot);
  });
  return lists.values();
}

function newSlot(): Slot {
  return { blocks: [], cards: new Set(), keeping: new Set(), words: 0, openings: 0, priced: 0, chances: 0 };
}
