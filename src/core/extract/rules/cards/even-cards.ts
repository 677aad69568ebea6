import type { ScoredPage } from '../scored-page.ts';
import { cardLists, type Slot } from './card-lists.ts';
import { isNaming } from './keep-card-names.ts';

/** Fewest cards of one template position of which something stays, and with prices. */
const MIN_CARDS = 3;
const MIN_PRICED_CARDS = 4;
/** Fifths of what keeps a block that the chances of prices come to in the mean. */
const NEARLY_FIFTHS = 3;
/** Most words of a line that every card has: a date, a kind, an author. */
const MAX_LINE_WORDS = 8;
/** Most words of a name; in scripts without blanks every character is one. */
const MAX_NAME_WORDS = 40;
/** Tenths of the cards that have such a line. */
const COMMON_TENTHS = 7;

/** Fifths of a line's texts that differ, where it is a value and no label. */
const DISTINCT_FIFTHS = 2;

/**
 * Keeps in all cards of a list that stays, or in none, what the model kept in some: a short line that three quarters of
 * them keep, or the model in the mean where it is a value of the card's own, comes back in the others; one that fewer keep,
 * but a quarter at least, goes. Prices that the model nearly kept come back in all; not on the page of a product
 * (`isProduct`), where cards are other products'. Changes `keep`.
 */
export function evenCards(page: ScoredPage, keep: Uint8Array): void {
  const { a, isProduct } = page;
  for (const { all, cards, slots } of cardLists(page, keep)) {
    if (cards.size < MIN_CARDS || cards.size * 2 < all) continue;
    for (const slot of slots().values()) {
      const isPriced = cards.size >= MIN_PRICED_CARDS && isNearlyPriced(slot, page) && !isProduct();
      const mark = isPriced ? 1 : lineMark(slot, cards.size, page);
      if (mark === null) continue;
      for (const i of slot.blocks) if (mark === 0 || page.barred[a.blocks[i]!.first] === 0) keep[i] = mark;
    }
  }
}

function isNearlyPriced({ blocks, priced, chances }: Slot, { threshold }: ScoredPage): boolean {
  return priced * 2 >= blocks.length && chances * 5 >= threshold * NEARLY_FIFTHS * blocks.length;
}

/** Whether a short line stays in all cards (1) or in none (0); null where it is none or not torn. */
function lineMark(slot: Slot, ofCards: number, { threshold }: ScoredPage): 0 | 1 | null {
  const { blocks, cards, keeping, words, openings, chances, said } = slot;
  if (keeping.size === 0 || keeping.size === cards.size) return null;
  const isLine = words <= MAX_LINE_WORDS;
  if (
    (!isLine && !(words <= MAX_NAME_WORDS && isNaming(slot))) ||
    blocks.length > cards.size ||
    cards.size * 10 < ofCards * COMMON_TENTHS
  )
    return null;
  if (openings * 2 > blocks.length) return keeping.size * 2 >= cards.size ? 1 : null;
  const most = cards.size === 3 ? 2 : (cards.size * 3) / 4;
  if (keeping.size >= most) return 1;
  if (chances >= threshold * blocks.length && said.size * 5 >= blocks.length * DISTINCT_FIFTHS) return 1;
  return isLine && keeping.size * 4 >= cards.size ? 0 : null;
}
