import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';
import { keepPrices } from './keep-prices.ts';
import { relateElements } from './page-structure.ts';

/** Prices that stay of a list of cards whose names the model kept, at these chances of what keeps a block. */
function prices(chances: readonly number[], card: (n: number) => string, isProduct = false): string[] {
  const html = chances.map((_, n) => `<li class="card"><h3>Lamp of oak ${n}</h3>${card(n)}</li>`).join('');
  const a = annotate(parseHtml(`<main><ul>${html}</ul></main>`, 'https://example.org/lamps'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const keep = Uint8Array.from(texts, (text) => (text.startsWith('Lamp') ? 1 : 0));
  const chanceOf = (text: string): number =>
    text.startsWith('Lamp') ? 2 : chances[Number(/\d/.exec(text)?.[0] ?? 0)]!;
  const reading = { threshold: 1000, chances: texts.map((text) => 1000 * chanceOf(text)) };
  keepPrices(a, relateElements(a), reading, () => isProduct, keep);
  return texts.filter((text, i) => keep[i] === 1 && !text.startsWith('Lamp'));
}

const PRICED = (n: number): string => `<p class="price">$${n}9.00</p>`;

test('prices of cards stay all together when the model nearly kept them', () => {
  expect(prices([0.9, 0.5, 0.9, 0.7], PRICED)).toEqual(['$09.00', '$19.00', '$29.00', '$39.00']);
  expect(prices([0.9, 0.5, 0.6, 0.7], PRICED)).toEqual([]);
});

test('what has no sign of currency does not come back with them', () => {
  const card = (n: number): string => `${PRICED(n)}<p class="hint">Compare now</p>`;
  expect(prices([0.9, 0.9, 0.9, 0.9], card)).toEqual(['$09.00', '$19.00', '$29.00', '$39.00']);
});

test('three cards are no list, and those beside a product are others', () => {
  expect(prices([0.9, 0.9, 0.9], PRICED)).toEqual([]);
  expect(prices([0.9, 0.9, 0.9, 0.9], PRICED, true)).toEqual([]);
});
