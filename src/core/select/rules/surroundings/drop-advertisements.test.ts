import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { COPY, STEP } from '../../prune.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropAdvertisements, dropBanners } from './drop-advertisements.ts';

const PARAGRAPH =
  '<p>I scraped the hull in April, and the paint has not come off since, which is rare among boats that lie in salt water.</p>';

/** What a box between two long paragraphs becomes, by block, where `kept` stays of it. */
function become(box: string, kept = 1): number[] {
  const a = annotate(
    parseHtml(`<article>${PARAGRAPH.repeat(4)}${box}${PARAGRAPH}</article>`, 'https://example.org/hull'),
  );
  const keep = new Uint8Array(a.blocks.length).fill(1);
  keep.fill(kept, 4, keep.length - 1);
  dropAdvertisements(scoredPage(a, keep), keep);
  expect([...keep.subarray(0, 4), ...keep.subarray(-1)]).toEqual([1, 1, 1, 1, 1]);
  return [...keep.subarray(4, -1)];
}

test('short boxes that call themselves advertisements go', () => {
  expect(become('<div class="ad-container"><p>Buy our varnish.</p></div>')).toEqual([0]);
  expect(become('<aside aria-label="Advertisement"><p>Buy our varnish.</p></aside>')).toEqual([0]);
  expect(become('<div id="sponsored"><p>Buy our varnish.</p></div>')).toEqual([0]);
});

test('other boxes stay, headings that are called so, and what an id heads', () => {
  expect(become('<div class="adapter"><p>Buy our varnish.</p></div>')).toEqual([1]);
  expect(become('<h2 class="advertising">Buy our varnish.</h2>')).toEqual([1]);
  expect(become('<div id="advertising"><h2>Ways of advertising</h2></div>')).toEqual([1]);
  expect(become(`<div class="sponsored">${PARAGRAPH.repeat(3)}</div>`)).toEqual([1, 1, 1]);
});

test('a line that says nothing but that an advertisement follows goes, no heading, entry or longer one', () => {
  for (const notice of [
    'ADVERTISEMENT',
    '– Advertisement –',
    'SCROLL TO CONTINUE WITH CONTENT',
    'Publicidad',
    '広告',
  ])
    expect(become(`<p>${notice}</p>`)).toEqual([0]);
  expect(become('<h3>Advertisement</h3>')).toEqual([1]);
  expect(become('<ul><li>Advertisement</li></ul>')).toEqual([1]);
  expect(become('<p>Advertisement for varnish</p>')).toEqual([1]);
});

test('what has no words, and what goes already, is left as it is', () => {
  expect(become('<p class="sponsored">* * *</p>')).toEqual([1]);
  expect(become('<div class="ad-label"><p>Buy our varnish.</p></div>', COPY)).toEqual([COPY]);
});

test('pictures of boxes without words go', () => {
  const html = `${PARAGRAPH}<div class="ad-slot"><img src="/varnish.png"></div><div class="slot"><img src="/hull.png"></div>`;
  const a = annotate(parseHtml(html, 'https://example.org/hull'));
  const removedBy = new Uint8Array(a.doc.nodes.length);
  dropBanners(scoredPage(a, new Uint8Array(a.blocks.length).fill(1)), removedBy);
  const [ad, slot] = a.doc.elements.tagged('div');
  expect([removedBy[ad!.index], removedBy[slot!.index]]).toEqual([STEP.media, 0]);
});
