import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepPostHeads } from './keep-post-heads.ts';

/** What comes back of a page where the model is sure of what says a boat and half sure of what begins with "half". */
function back(html: string): string[] {
  const a = annotate(parseHtml(`<main><h1>Which boat sails?</h1>${html}</main>`, ''));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const model = texts.map((text) => text.includes('boat'));
  const keep = Uint8Array.from(model, Number);
  const probabilities = texts.map((text, i) => (model[i] ? 4000 : text.startsWith('half') ? 1200 : 100));
  keepPostHeads(scoredPage(a, keep, { probabilities, threshold: 2000 }), keep);
  return texts.filter((_, i) => keep[i] === 1 && !model[i]);
}

const SAID = '<p>The boat in the harbour sails at dawn, when the wind is still.</p>';
const post = (head: string, foot = ''): string => `<article class="message">${head}${SAID}${foot}</article>`;

test('the head of a post comes back, once for two layouts, and not what the model is sure is none of it', () => {
  const head = '<h4>half Ada</h4><div>half 6 March</div><p>half 6 March</p><p>Member</p>';
  expect(back(post(head) + post(head))).toEqual(['half Ada', 'half 6 March', 'half Ada', 'half 6 March']);
});

test('nothing comes back behind the text of a post, of one post alone, of posts that went', () => {
  expect(back(post('', '<p>half likes</p>').repeat(2))).toEqual([]);
  expect(back(post('<h4>half Ada</h4>'))).toEqual([]);
  const gone =
    '<article class="message"><h4>half Eve</h4><p>Of masts and sails and of what they cost today.</p></article>';
  expect(back(post('<h4>half Ada</h4>').repeat(2) + gone)).toEqual(['half Ada', 'half Ada']);
});
