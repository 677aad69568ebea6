import type { ScoredPage } from '../scored-page.ts';
import { type CardList, cardLists } from './card-lists.ts';
import { isName } from './keep-card-names.ts';

/** Fewest cards of a list of offers, and tenths of them that have a price. */
const MIN_CARDS = 4;
const PRICED_TENTHS = 7;
/** A list of which this share of the cards stays is left to the rules for lists that stay. */
const MAX_STAYING = 1 / 4;
/** Share of what keeps a block that the chances of the names come to in the mean. */
const NEARLY = 1 / 2;

/**
 * Brings back the names and prices of a list of offers that went whole, where the model half kept the names: on the page of
 * a category it kept what is written about shoes, and not the shoes. Not on the page of a product or beside an article,
 * where such lists offer something else. Changes `keep`.
 */
export function keepOffers(page: ScoredPage, keep: Uint8Array): void {
  const { a, isProduct, isArticle } = page;
  if (isProduct() || isArticle()) return;
  for (const list of cardLists(page, keep, 'all'))
    for (const i of offersIn(page, list)) if (page.barred[a.blocks[i]!.first] === 0) keep[i] = 1;
}

/** Blocks of the names and prices of a list of offers that went whole; none of any other list. */
function offersIn({ a, chances, threshold }: ScoredPage, { cards, slots }: CardList): number[] {
  if (cards.size < MIN_CARDS) return [];
  const staying = new Set<number>();
  const priced = new Set<number>();
  const prices: number[] = [];
  let names: readonly number[] = [];
  for (const slot of slots().values()) {
    for (const card of slot.keeping) staying.add(card);
    if (slot.priced * 2 >= slot.blocks.length) {
      for (const card of slot.cards) priced.add(card);
      for (const i of slot.blocks) prices.push(i);
    } else if (names.length === 0 && isName(a, slot, cards.size)) names = slot.blocks;
  }
  if (names.length === 0 || priced.size * 10 < cards.size * PRICED_TENTHS) return [];
  if (staying.size >= cards.size * MAX_STAYING) return [];
  let mass = 0;
  for (const i of names) mass += chances[i]!;
  return mass >= threshold * NEARLY * names.length ? [...names, ...prices] : [];
}
