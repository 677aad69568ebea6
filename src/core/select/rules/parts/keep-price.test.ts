import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepPrice } from './keep-price.ts';

const META = '<meta property="product:price:amount" content="1299.00">';
const JSON_LD =
  '<script type="application/ld+json">{"@type":"Product","offers":{"price": 1299, "priceCurrency":"EUR"}}</script>';
const ITEM = '<meta itemprop="price" content="1299.0">';

/** Texts that come back on a page of a product whose name and description stay. */
function back(html: string, head = META, isProduct = true): string[] {
  const a = annotate(
    parseHtml(
      `<head>${head}</head><main><h1>Boat</h1>${html}<p>Built of oak.</p></main>`,
      'https://example.org/p/boat',
    ),
  );
  const texts = a.blocks.map(({ first, end }) =>
    a.doc.nodes
      .slice(first, end)
      .map(({ text }) => text)
      .join(''),
  );
  const keep = Uint8Array.from(texts, (text) => (/^(?:Boat|Built)/.test(text) ? 1 : 0));
  const before = keep.slice();
  const page = scoredPage(a, keep, { threshold: 1, probabilities: [], isProduct: () => isProduct });
  keepPrice(page, keep);
  return texts.filter((_, i) => keep[i] === 1 && before[i] === 0);
}

test.each([
  ['1,299.00 $', META],
  ['€1.299', JSON_LD],
  ['1 299,00 €', ITEM],
])('the price that a page declares comes back: %s', (price, head) => {
  expect(back(`<p>Was $1,499.00</p><p>${price}</p><p>${price}</p>`, head)).toEqual([price]);
});

test('no other amount, none in a text, no second one, and none on another kind of page', () => {
  expect(back('<p>$1,499.00</p>')).toEqual([]);
  expect(back('<p>$1,299.00</p>', '')).toEqual([]);
  expect(back(`<p>Order it now for $1,299.00 ${'and more '.repeat(8)}</p>`)).toEqual([]);
  expect(back('<nav>$1,299.00</nav>')).toEqual([]);
  expect(back('<p>$1,299.00</p>', JSON_LD.repeat(3))).toEqual([]);
  expect(back('<p>$1,299.00</p>', META, false)).toEqual([]);
});
