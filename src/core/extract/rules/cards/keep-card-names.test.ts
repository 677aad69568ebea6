import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepCardNames } from './keep-card-names.ts';

/** Texts that come back where the model kept the blurbs of three cards; `share`: of what keeps a block, for all else. */
function back(
  card: (n: number) => string,
  { share = 0.6, isArticle = false, blurb = 'is of oak' } = {},
): string[] {
  const cards = [1, 2, 3]
    .map((n) => `<li class="card">${card(n)}<p>This one ${n} ${blurb}</p></li>`)
    .join('');
  const a = annotate(parseHtml(`<main><ul>${cards}</ul></main>`, 'https://example.org/lamps'));
  const texts = a.blocks.map((block) => a.doc.nodes[block.first]!.text);
  const isBlurb = texts.map((text) => text.startsWith('This'));
  const keep = Uint8Array.from(isBlurb, (is) => (is ? 1 : 0));
  const chances = isBlurb.map((is) => (is ? 2000 : share * 1000));
  const page = scoredPage(a, keep, { threshold: 1000, chances, isArticle: () => isArticle });
  keepCardNames(page, keep);
  return texts.filter((_, i) => keep[i] === 1 && !isBlurb[i]);
}

const NAMES = ['Anna', 'Bertha', 'Clara'];
const linked = (n: number): string => `<p class="name"><a href="/${n}">${NAMES[n - 1]}</a></p>`;

test('cards that stay without a name get the first link or heading of their own', () => {
  expect(back(linked)).toEqual(NAMES);
  expect(back((n) => `<p class="kind">Lamp</p><h4>${NAMES[n - 1]}</h4>`)).toEqual(NAMES);
});

test('not what the model does not half keep, nor beside an article', () => {
  expect(back(linked, { share: 0.4 })).toEqual([]);
  expect(back(linked, { isArticle: true })).toEqual([]);
});

test('numbers, prices and what all cards say are no names', () => {
  expect(back((n) => `<p class="no"><a href="#${n}">#${n}</a></p>`)).toEqual([]);
  expect(back((n) => `<p class="price"><a href="/${n}">$${n}.00 each lamp</a></p>`)).toEqual([]);
  expect(back((n) => `<p class="more"><a href="/${n}">More</a></p>`)).toEqual([]);
});

test('cards that keep a name get no second one', () => {
  const named = (n: number): string => `${linked(n)}<h4>This is ${NAMES[n - 1]}</h4>`;
  expect(back(named)).toEqual([]);
});
