import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';
import { barredNodes } from './hidden-content.ts';
import { keepLabels } from './keep-labels.ts';

/** Whether the first block, which the model kept to a share only, comes back above a text that stays. */
function isBack(
  label: string,
  text = '<ul><li>It leaks a little.</li></ul>',
  share = 0.5,
  stays = 1,
): boolean {
  const a = annotate(parseHtml(`<main>${label}${text}</main>`, 'https://example.org/boats'));
  const keep = new Uint8Array(a.blocks.length).fill(stays);
  keep[0] = 0;
  const reading = {
    threshold: 1000,
    chances: a.blocks.map(() => 1000 * share),
    barred: barredNodes(a, keep),
  };
  keepLabels(a, reading, keep);
  return keep[0] === 1;
}

test('a label with a colon stays with the text right below it', () => {
  expect(isBack('<p>Cons:</p>')).toBe(true);
  expect(isBack('<p><b>缺点：</b></p>')).toBe(true);
  expect(isBack('<p><a href="/b">Backlinks:</a></p>', '<p>Links from one site to another.</p>')).toBe(true);
});

test('no other line does, nor one above what went, a value or a heading', () => {
  expect(isBack('<p>Cons</p>')).toBe(false);
  expect(isBack('<p>What I did not like about the boat:</p>')).toBe(false);
  expect(isBack('<p>Cons:</p>', undefined, 0.4)).toBe(false);
  expect(isBack('<p>Cons:</p>', undefined, 0.5, 0)).toBe(false);
  expect(isBack('<p hidden>Cons:</p>')).toBe(false);
  expect(isBack('<p>Published:</p>', '<p>today</p>')).toBe(false);
  expect(isBack('<p>Cons:</p>', '<h2>It leaks a little</h2>')).toBe(false);
});
