import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { evenPositions } from './even-positions.ts';

/** How many chapters of an outline stay, by the share of what keeps a block that each has. */
function chapters(shares: readonly number[], isProduct = false, attribute = '', tag = 'b'): number {
  const html = shares
    .map((_, n) => `<div class="row"><${tag}${attribute}>Chapter ${n}</${tag}></div>`)
    .join('');
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/course'));
  const keep = Uint8Array.from(shares, (share) => (share >= 1 ? 1 : 0));
  const page = scoredPage(a, keep, {
    threshold: 1000,
    chances: shares.map((share) => share * 1000),
    isProduct: () => isProduct,
  });
  evenPositions(page, keep);
  return keep.filter((mark) => mark === 1).length;
}

test('what was nearly kept stays where half of its kind does', () => {
  expect(chapters([1, 0.9, 1, 0.86])).toBe(4);
  expect(chapters([1, 0.9, 0.9, 0.9])).toBe(1);
  expect(chapters([1, 0.8, 1, 0.9])).toBe(3);
});

test('two headings that stay do not bring a third: related posts', () => {
  expect(chapters([1, 0.9, 1], false, '', 'h3')).toBe(2);
  expect(chapters([1, 0.9, 1, 1], false, '', 'h3')).toBe(4);
});

test('labels that say the same go with their values', () => {
  const html = '<div class="row"><b>Duration</b></div>'.repeat(4);
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/course'));
  const keep = Uint8Array.from([1, 0, 1, 1]);
  const page = scoredPage(a, keep, { threshold: 1000, chances: [1000, 950, 1000, 1000] });
  evenPositions(page, keep);
  expect([...keep]).toEqual([1, 0, 1, 1]);
});

test('two are no kind, and on the page of a product they may be other products', () => {
  expect(chapters([1, 0.9])).toBe(1);
  expect(chapters([1, 0.9, 1], true)).toBe(2);
});
