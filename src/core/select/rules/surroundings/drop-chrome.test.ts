import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { CERTAIN } from '../../forest/probability.ts';
import { dropChrome } from './drop-chrome.ts';

const PROSE = '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>';

/** How many of the kept blocks inside `html` stay beside some shown paragraphs, when the model is so sure of them. */
function staying(html: string, probability: number, paragraphs = 3): number {
  const doc = parseHtml(`<main>${PROSE.repeat(paragraphs)}</main>${html}`, 'https://example.org/boats');
  const a = annotate(doc);
  const probabilities = a.blocks.map((_, i) => (i < paragraphs ? CERTAIN / 4 : probability));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropChrome({ a, probabilities }, keep);
  expect(keep.subarray(0, paragraphs).every((kept) => kept === 1)).toBe(true);
  return keep.subarray(paragraphs).filter((kept) => kept === 1).length;
}

describe.each([
  ['a dialog', `<dialog open>${PROSE}${PROSE}</dialog>`],
  ['what has the role of one', `<div role="dialog" class="modal fade"><div>${PROSE}${PROSE}</div></div>`],
  ['a tooltip', `<div role="tooltip">${PROSE}${PROSE}</div>`],
  ['the text of a tooltip', `<tool-tip><div class="tool-tip__content">${PROSE}${PROSE}</div></tool-tip>`],
  ['a popover', `<div popover>${PROSE}${PROSE}</div>`],
  ['a footer', `<footer>${PROSE}${PROSE}</footer>`],
])('%s', (_, html) => {
  test('goes on a page that is hard to read, whatever keeps a block there', () => {
    expect(staying(html, 0.55 * CERTAIN)).toBe(0);
  });

  test('stays when the model is rather sure of it', () => {
    expect(staying(html, 0.65 * CERTAIN)).toBe(2);
  });

  test('stays when the page has next to nothing else', () => {
    expect(staying(html, 0.2 * CERTAIN, 1)).toBe(2);
  });
});

test('boxes are judged one by one', () => {
  const unsure = '<div role="dialog"><p>Which size does the boat have?</p></div>';
  const a = annotate(
    parseHtml(`<main>${PROSE.repeat(3)}</main><div role="dialog">${PROSE}</div>${unsure}`, 'https://e.org/'),
  );
  const keep = new Uint8Array(5).fill(1);
  dropChrome({ a, probabilities: [0, 0, 0, CERTAIN, 0] }, keep);
  expect([...keep]).toEqual([1, 1, 1, 1, 0]);
});
