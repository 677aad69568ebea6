import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { declaredKinds, isProductPage } from '../../page/page-kinds.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropReviews } from './drop-reviews.ts';

const ABOUT = '<p>A lamp of oak and brass, made by hand in the harbour town, with a switch of its own.</p>';
const SAYS = 'I have it beside my bed and would buy it again.';
const PRODUCT = '<script type="application/ld+json">{"@type": "Product", "name": "Lamp"}</script>';

/** First words of the blocks that stay of a page, all of which the model kept. */
function staying(html: string, head = PRODUCT, url = 'https://example.org/lamp'): string[] {
  const doc = parseHtml(`<head>${head}</head><body>${ABOUT}${ABOUT}${html}</body>`, url);
  const a = annotate(doc);
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropReviews(scoredPage(a, keep, { isProduct: () => isProductPage(declaredKinds(doc), url) }), keep);
  return a.blocks
    .filter((_, i) => keep[i] === 1)
    .map((block) => doc.nodes[block.first]!.text.trim().split(' ')[0]!)
    .slice(2);
}

const three = (open: string, close: string): string => `${open}${SAYS}${close}`.repeat(3);

describe('reviews of customers', () => {
  test.each([
    ['named so each', three('<div class="card product-review">', '</div>')],
    ['named by their type', three('<li itemscope itemtype="https://schema.org/Review">', '</li>')],
    ['in a box named so', `<section id="CustomerReviews">${three('<article>', '</article>')}</section>`],
  ])('go on the page of a product: %s', (_, html) => {
    expect(staying(html)).toEqual([]);
  });

  test('go with the box around them, its heading and its sums', () => {
    const box = `<div class="shop-reviews"><h2>Reviews</h2><p>Mostly five stars</p>${three('<div class="review">', '</div>')}</div>`;
    expect(staying(`${box}<p>Care instructions</p>`)).toEqual(['Care']);
  });

  test('go from a box named so where they are fewer and reviews by their type', () => {
    const box = (review: string): string => `<div id="reviews"><h2>One review</h2>${review}</div><p>Care</p>`;
    expect(staying(box(`<ol><li class="review even">${SAYS}</li></ol>`))).toEqual(['Care']);
    expect(staying(box(`<div itemscope itemtype="http://schema.org/Review">${SAYS}</div>`))).toEqual([
      'Care',
    ]);
    expect(staying(box(`<p>${SAYS}</p>`))).toEqual(['One', 'I', 'Care']);
  });

  test('stay where they are what the page is about', () => {
    const list = three('<div class="review">', '</div>');
    expect(staying(list, '')).toEqual(['I', 'I', 'I']);
    expect(staying(list, `${PRODUCT}<meta property="og:type" content="article">`)).toEqual(['I', 'I', 'I']);
  });

  test('are told by the address too', () => {
    const list = three('<div class="review">', '</div>');
    expect(staying(list, '', 'https://example.org/products/lamp')).toEqual([]);
  });

  test('are no single words of praise, no previews and no paragraphs', () => {
    expect(staying(`<div class="review">${SAYS}</div>`)).toEqual(['I']);
    expect(staying(three('<div class="preview">', '</div>'))).toEqual(['I', 'I', 'I']);
    expect(staying(`<div class="reviews">${three('<p>', '</p>')}</div>`)).toEqual(['I', 'I', 'I']);
  });

  test('stay when next to nothing else does', () => {
    const doc = parseHtml(
      `<head>${PRODUCT}</head>${three('<div class="review">', '</div>')}`,
      'https://e.org/',
    );
    const a = annotate(doc);
    const keep = new Uint8Array(a.blocks.length).fill(1);
    dropReviews(scoredPage(a, keep, { isProduct: () => true }), keep);
    expect([...keep]).toEqual([1, 1, 1]);
  });
});
