import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepOffers } from './keep-offers.ts';

const LAMPS = ['Mill', 'Quay', 'Barn', 'Loft'];
const card = (name: string, n: number): string =>
  `<li class="card"><h4>View details</h4><h2><a href="/${n}">${name} lamp</a></h2><p class="price">€${n}9</p></li>`;

/** Texts that come back to a list of which nothing stays, the chances of all of which come to a share of what keeps them. */
function back(cards: readonly string[], share = 0.5, isOther = false, staying = 0): string[] {
  const a = annotate(parseHtml(`<main><ul>${cards.join('')}</ul></main>`, 'https://example.org/lamps'));
  const keep = new Uint8Array(a.blocks.length).fill(1, 0, staying);
  const page = scoredPage(a, keep, {
    threshold: 1000,
    chances: a.blocks.map(() => 1000 * share),
    isArticle: () => isOther,
  });
  keepOffers(page, keep);
  return a.blocks
    .filter((_, i) => i >= staying && keep[i] === 1)
    .map(({ first }) => a.doc.nodes[first]!.text);
}

test('names and prices of a list of offers that went come back where the names were half kept', () => {
  expect(back(LAMPS.map(card))).toEqual(LAMPS.flatMap((name, n) => [`${name} lamp`, `€${n}9`]));
  expect(back(LAMPS.map(card), 0.4)).toEqual([]);
});

test('three cards, cards without prices or names, and what a page offers beside its own subject do not', () => {
  expect(back(LAMPS.slice(1).map(card))).toEqual([]);
  expect(back(LAMPS.map((name, n) => card(name, n).replace('€', 'No. ')))).toEqual([]);
  expect(back(LAMPS.map((_, n) => card('Oak', n)))).toEqual([]);
  expect(back(LAMPS.map(card), 0.5, true)).toEqual([]);
});

test('a list of which a quarter stays is left to other rules', () => {
  expect(back(LAMPS.map(card), 0.5, false, 1)).toEqual([]);
});
