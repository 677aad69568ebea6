import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { textBetween } from '../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepFormulas } from './keep-formulas.ts';

/** Blocks that come back of a page of which the model kept those that begin with "kept". */
function back(html: string): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/flow'));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end).trim());
  const keep = Uint8Array.from(texts, (text) => Number(text.startsWith('kept')));
  const before = keep.slice();
  keepFormulas(scoredPage(a, keep), keep);
  return texts.filter((_, i) => keep[i] === 1 && before[i] === 0);
}

const MATH = '<math><mi>q</mi><mo>=</mo><mi>K</mi></math>';
const KEPT = '<p>kept The flux is small.</p>';

test('formulas and sentences with one come back between texts that stay, with their numbers', () => {
  expect(back(`${KEPT}<p>The flow ${MATH} where q is the flux.</p>${KEPT}`)).toHaveLength(1);
  expect(back(`${KEPT}<div>${MATH}</div><div>(1)</div>${KEPT}`)).toEqual(['q=K', '(1)']);
  expect(back(`${KEPT}<div><span class="katex">q=K</span></div>${KEPT}`)).toEqual(['q=K']);
});

test('a formula at the end of a text comes back as well, none apart from it', () => {
  expect(back(`<article>${KEPT}<div><div>${MATH}</div></div></article>`)).toEqual(['q=K']);
  const aside = '<aside><div><div><div><div><div>';
  expect(back(`<article>${KEPT}</article>${aside}${MATH}`)).toEqual([]);
  expect(back(`<div>${MATH}</div>${KEPT}`)).toEqual([]);
});

test('what is hidden and long texts stay away', () => {
  expect(back(`${KEPT}<div hidden>${MATH}</div>${KEPT}`)).toEqual([]);
  expect(back(`${KEPT}<p>${'word '.repeat(130)}${MATH}</p>${KEPT}`)).toEqual([]);
  expect(back(`${KEPT}<p>No formula.</p>${KEPT}`)).toEqual([]);
});

test('names of other pages with formulas, and menus beside one, are none of the text', () => {
  const links = `<div><a href="/q">Why is ${MATH}?</a></div>`.repeat(3);
  expect(back(`<div>${KEPT}<h4>Related</h4>${links}</div>`)).toEqual([]);
  const menu = ['Home', 'About us', 'Contact'].map((name) => `<li>${name}</li>`).join('');
  expect(back(`<div>${KEPT}<div>${MATH}</div><ul>${menu}</ul></div>`)).toEqual(['q=K', 'Home']);
});
