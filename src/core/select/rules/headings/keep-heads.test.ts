import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepHeads } from './keep-heads.ts';

const THRESHOLD = 2048;

/** What comes back of a page of which all stays but what begins with "Gone", of which the model is `probability` sure. */
function heads(html: string, probability = THRESHOLD / 2): string[] {
  const a = annotate(parseHtml(`<main><p>A boat.</p>${html}</main>`, ''));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const keep = Uint8Array.from(texts, (text) => (text.startsWith('Gone') ? 0 : 1));
  keepHeads(scoredPage(a, keep, { probabilities: texts.map(() => probability), threshold: THRESHOLD }), keep);
  return texts.filter((text, i) => text.startsWith('Gone') && keep[i] === 1);
}

test.each([
  ['a heading ahead of its text', '<h2>Gone</h2><p>A mast.</p>', ['Gone']],
  ['one that links to itself', '<h2><a href="#gone">Gone</a></h2><p>A mast.</p>', ['Gone']],
  ['one in a box of its own', '<div><h2>Gone</h2></div><p>A mast.</p>', ['Gone']],
  ['one behind a table', '<table><tr><td>1</td><td>2</td></tr></table><h2>Gone</h2><p>A mast.</p>', ['Gone']],
  ['headings of both levels', '<h2>Gone</h2><h3>Gone too</h3><p>A mast.</p>', ['Gone', 'Gone too']],
  ['the term of what is said of it', '<dl><dt>Gone</dt><dd>A mast.</dd></dl>', ['Gone']],
])('what heads what stays comes back: %s', (_, html, back) => {
  expect(heads(html)).toEqual(back);
});

test.each([
  ['a heading whose text went', '<h2>Gone</h2><p>Gone as well.</p><p>A mast.</p>'],
  ['one ahead of another of its level', '<h2>Gone</h2><h2>Masts</h2><p>A mast.</p>'],
  ['one of another part of the page', '<div><div><div><h2>Gone</h2></div></div></div><p>A mast.</p>'],
  ['a paragraph', '<p>Gone</p><p>A mast.</p>'],
  ['a heading in the navigation', '<nav><h2>Gone</h2></nav><p>A mast.</p>'],
])('it stays away: %s', (_, html) => {
  expect(heads(html)).toEqual([]);
});

test('a heading that the model is sure is none stays away', () => {
  expect(heads('<h2>Gone</h2><p>A mast.</p>', THRESHOLD / 5)).toEqual([]);
});
