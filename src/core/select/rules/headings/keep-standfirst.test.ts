import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepStandfirst } from './keep-standfirst.ts';

/** How many blocks come back below a title that stays, where the model is as sure of each as is said, in 1/4096. */
function back(html: string, probability = 700): number {
  const a = annotate(parseHtml(`<main><h1>The boat</h1>${html}</main>`, 'https://example.org/7'));
  const keep = Uint8Array.from(a.blocks, (_, i) => (i === 0 ? 1 : 0));
  const probabilities = new Int32Array(a.blocks.length).fill(probability);
  keepStandfirst(scoredPage(a, keep, { probabilities }), keep);
  return keep.reduce((sum, mark) => sum + mark, 0) - 1;
}

const SAID = 'Who sails in the winter, and what it costs them when the wind turns.';

test('the first sentence below a title comes back, past its category and author', () => {
  expect(back(`<p>${SAID}</p><p>${SAID}</p>`)).toBe(1);
  expect(back(`<div>Harbour</div><div>Ada Moss</div><h2>${SAID}</h2>`)).toBe(1);
});

test.each([
  ['a long text', `<p>${SAID.repeat(4)}</p><p>${SAID}</p>`],
  ['what leads elsewhere', `<p>${SAID} <a href="/news">The news</a></p>`],
  ['an item of a list', `<ul><li>${SAID}</li></ul>`],
  ['what is filled in', `<form><p>${SAID}</p></form>`],
  ['a short line', '<p>Who sails in the winter</p>'],
])('%s is no standfirst', (_, html) => {
  expect(back(html)).toBe(0);
});

test('what the model is nearly sure of is none either', () => {
  expect(back(`<p>${SAID}</p>`, 300)).toBe(0);
});
