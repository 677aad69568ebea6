import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepBetween } from './keep-between.ts';

const THRESHOLD = 2000;

/** How many blocks come back of what stands between two texts that stay, by the probability of each block of it. */
function back(between: string, probability: number): number {
  const html = `<main><div><p>kept before</p>${between}<p>kept after</p></div></main>`;
  const a = annotate(parseHtml(html, 'https://example.org/'));
  const keep = Uint8Array.from(a.blocks, ({ first, end }) =>
    Number(textBetween(a, first, end).includes('kept')),
  );
  const probabilities = a.blocks.map((_, i) => (keep[i] === 1 ? 4000 : probability));
  keepBetween(scoredPage(a, keep, { probabilities, threshold: THRESHOLD }), keep);
  return keep.filter((mark) => mark === 1).length - 2;
}

const LONG = 'the boat lay in the harbour all winter '.repeat(6);

test('a short part comes back at half of what is asked, a long one stays away', () => {
  expect(back('<p>* * *</p>', 0)).toBe(1);
  expect(back('<p>Height: 12 m</p>', 1000)).toBe(1);
  expect(back('<p>Height: 12 m</p>', 900)).toBe(0);
  expect(back(`<p>${LONG}</p>`, 1900)).toBe(0);
});

test('lists, terms and code come back at a quarter of what is asked, however long they are', () => {
  for (const list of [
    `<ul><li>${LONG}</li><li>${LONG}</li></ul>`,
    `<ol><li>${LONG}</li><li>Oak.</li></ol>`,
    `<dl><dt>Oak</dt><dd><p>${LONG}</p></dd></dl>`,
    `<div class="code"><pre>${LONG}</pre></div><ul><li>Oak.</li></ul>`,
  ]) {
    expect(back(list, 500)).toBeGreaterThan(0);
    expect(back(list, 400)).toBe(0);
  }
  expect(back(`<ul><li><a href="/oak">${LONG}</a></li></ul>`, 1900)).toBe(0);
  expect(back(`<ul><li>${LONG}</li></ul><p>Subscribe to the news of the harbour.</p>`, 500)).toBe(0);
});

test('a button comes back within a sentence, not between two short texts or paragraphs', () => {
  /** Whether a button comes back beside two texts that stay. */
  const comesBack = (html: string): boolean => back(html, 0) === 3;
  const [begin, end] = ['<p>kept tides of the old harbour are', 'by its keeper, kept in the tower</p>'];
  expect(comesBack(`${begin} <button>measured</button> ${end}`)).toBe(true);
  expect(comesBack(`${begin} <button hidden>measured</button> ${end}`)).toBe(false);
  expect(comesBack('<p>kept 12 likes <button>Share</button> kept 3 remarks</p>')).toBe(false);
  expect(comesBack(`${begin}</p><button>Share</button><p>${end}`)).toBe(false);
});
