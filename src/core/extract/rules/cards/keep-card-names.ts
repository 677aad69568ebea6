import type { Annotation } from '../../page/annotate.ts';
import type { ScoredPage } from '../scored-page.ts';
import { type CardList, cardLists, type Slot } from './card-lists.ts';

/** Fewest cards of one template position of which something stays. */
const MIN_CARDS = 3;
/** Share of what keeps a block that the chances of names come to in the mean. */
const NEARLY = 1 / 2;
/** Tenths of the cards that have a name of their own. */
const COMMON_TENTHS = 9;
/** Most words of a name in the mean. */
const MAX_NAME_WORDS = 12;

/**
 * Brings back the names of cards that stay without one: a list of blurbs or of ranks tells nobody what it lists. A name is
 * the first heading or link that differs from card to card and that the model half kept; numbers of posts, dates and prices
 * are none. Not beside an article (`isArticle`), where such cards are other stories. Changes `keep`.
 */
export function keepCardNames(page: ScoredPage, keep: Uint8Array): void {
  const { a, isArticle } = page;
  for (const list of cardLists(page, keep)) {
    const { all, cards } = list;
    if (cards.size < MIN_CARDS || cards.size * 2 < all || isNamed(list)) continue;
    for (const slot of list.slots().values()) {
      if (!isName(a, slot, cards.size) || slot.blocks.some((i) => page.barred[a.blocks[i]!.first] === 1))
        continue;
      if (slot.chances >= page.threshold * NEARLY * slot.blocks.length && !isArticle())
        for (const i of slot.blocks) keep[i] = 1;
      break;
    }
  }
}

/** Whether most cards keep a name already. */
function isNamed({ cards, slots }: CardList): boolean {
  for (const slot of slots().values()) if (slot.keeping.size * 2 >= cards.size && isNaming(slot)) return true;
  return false;
}

/** Whether blocks of one place are mostly headings or links, and mostly differ. */
export function isNaming({ blocks, named, said }: Slot): boolean {
  return named * 2 >= blocks.length && said.size * 3 >= blocks.length * 2;
}

/** Whether blocks of one place are the names of nearly all of some cards, few of which keep theirs; no prices and no numbers. */
export function isName(a: Annotation, slot: Slot, ofCards: number): boolean {
  const { blocks, cards, keeping, priced } = slot;
  if (!isNaming(slot) || keeping.size * 4 >= cards.size || priced > 0) return false;
  if (cards.size * 10 < ofCards * COMMON_TENTHS || blocks.length > cards.size) return false;
  let words = 0;
  let chars = 0;
  let digits = 0;
  for (const i of blocks) {
    const { count } = a.blocks[i]!;
    words += count.words;
    chars += count.chars;
    digits += count.digits;
  }
  return words > 0 && words <= MAX_NAME_WORDS * blocks.length && digits * 4 < chars;
}
