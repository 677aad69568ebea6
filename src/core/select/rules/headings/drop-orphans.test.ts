import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropOrphans } from './drop-orphans.ts';

/** The headings that go of a page of which all stays but what begins with "gone". */
function orphans(html: string): string[] {
  const a = annotate(parseHtml(`<main><h1>Boats</h1><p>A boat.</p>${html}</main>`, ''));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const model = texts.map((text) => !text.startsWith('gone'));
  const keep = Uint8Array.from(model, Number);
  dropOrphans(scoredPage(a, keep), keep);
  return texts.filter((_, i) => model[i] && keep[i] !== 1);
}

const GONE = '<p>gone is what stood here of other boats and of the men who sailed them</p>';

test.each([
  ['at the end', `<h2>See also</h2>${GONE}`, ['See also']],
  ['in the middle', `<h2>See also</h2>${GONE}<h2>Masts</h2><p>A mast.</p>`, ['See also']],
  ['with the headings below it', `<h2>More</h2><h3>Boats</h3>${GONE}`, ['More', 'Boats']],
  [
    'with few links to places of the page',
    '<h2>Contents</h2><ul><li><a href="#m">gone up</a></li></ul><h2 id="m">Masts</h2><p>A mast.</p>',
    ['Contents'],
  ],
  [
    'ahead of a heading of a higher level',
    `<h3>See also</h3>${GONE}<h2>Masts</h2><p>A mast.</p>`,
    ['See also'],
  ],
])('a heading goes with its section: %s', (_, html, gone) => {
  expect(orphans(html)).toEqual(gone);
});

test.each([
  ['of which a part stays', `<h2>See also</h2>${GONE}<h3>Masts</h3><p>A mast.</p>`],
  ['that had few links to other pages', '<h2>Contents</h2><ul><li><a href="/m">gone up</a></li></ul>'],
  ['that had next to nothing', '<h2>See also</h2><p>gone is a button</p>'],
  ['that says something by itself', `<h2>Every boat that we have is for sale</h2>${GONE}`],
  ['that is the title', GONE],
  [
    'that is one of several entries',
    ['Gig', 'Punt', 'Skiff'].map((name) => `<div><h3>${name}</h3>${GONE}</div>`).join(''),
  ],
])('a heading stays: one %s', (_, html) => {
  expect(orphans(html)).toEqual([]);
});
