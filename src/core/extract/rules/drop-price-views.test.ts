import { expect, test } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../page/annotate.ts';
import { dropPriceViews } from './drop-price-views.ts';

/** Texts that stay of prices all of which were kept. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/pots'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropPriceViews(a, keep);
  return a.blocks
    .filter((_, i) => keep[i] === 1)
    .map(({ first, end }) =>
      a.doc.nodes
        .slice(first, end)
        .map(({ text }) => text)
        .join(''),
    );
}

const REGULAR = '<div class="price__regular"><span>€25</span></div>';
const SALE = '<div class="price__sale"><s>€25</s> <span>€18</span></div>';

test('of the regular price and that of a sale the one stays that is shown', () => {
  const price = (cls: string): string =>
    `<div class="price ${cls}"><div class="price__container">${REGULAR}${SALE}</div></div>`;
  expect(staying(price(''))).toEqual(['€25']);
  expect(staying(price('price--on-sale price--show-badge'))).toEqual(['€25 €18']);
});

test('a price in one view stays', () => {
  expect(staying(`<div class="price">${SALE}</div>`)).toEqual(['€25 €18']);
  expect(staying(`<div class="price price--on-sale">${REGULAR}</div>`)).toEqual(['€25']);
});
