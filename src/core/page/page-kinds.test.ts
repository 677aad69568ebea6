import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { isProductPage } from './page-kinds.ts';

const ARTICLE = '<meta property="og:type" content="article">';
const PRODUCT = '<script type="application/ld+json">{"@type": "Product"}</script>';
const PLAIN = 'https://example.org/producty/4711';
const SHOP = 'https://shop.example.org/Product/4711';

test.each([
  ['nothing', PLAIN, '', false],
  ['a product', PLAIN, PRODUCT, true],
  ['a product and an article', PLAIN, PRODUCT + ARTICLE, false],
  ['nothing at the address of a product', SHOP, '', true],
  ['an article at the address of a product', SHOP, ARTICLE, false],
  ['both at the address of a product', SHOP, PRODUCT + ARTICLE, true],
])('a page that declares %s sells something: %s', (_, url, head, isSold) => {
  expect(isProductPage(parseHtml(`<head>${head}</head><p>Text`, url))).toBe(isSold);
});
