import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepLabels, keepValues } from './keep-labels.ts';

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
  const page = scoredPage(a, keep, { threshold: 1000, chances: a.blocks.map(() => 1000 * share) });
  keepLabels(page, keep);
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

/** Texts that stay where the model kept the first block alone, and the others to a share. */
function withValues(html: string, share = 0.5): string[] {
  const a = annotate(parseHtml(`<main>${html}</main>`, 'https://example.org/boats'));
  const keep = new Uint8Array(a.blocks.length);
  keep[0] = 1;
  const chances = a.blocks.map(() => 1000 * share);
  keepValues(scoredPage(a, keep, { threshold: 1000, chances }), keep);
  return a.blocks.filter((_, i) => keep[i] === 1).map(({ first }) => a.doc.nodes[first]!.text);
}

test('the value of a label stays with it, and all of a list', () => {
  expect(withValues('<dl><div><dt>Weight:</dt><dd>1.2 kg</dd></div><div>Hull</div></dl>')).toEqual([
    'Weight:',
    '1.2 kg',
  ]);
  expect(withValues('<div>Features:</div><ul><li>Keel</li><li>Mast</li></ul><p>Sold out</p>')).toEqual([
    'Features:',
    'Keel',
    'Mast',
  ]);
});

test('what is no value does not', () => {
  expect(withValues('<p>Weight</p><p>1.2 kg</p>')).toEqual(['Weight']);
  expect(withValues('<p>Weight:</p><p>1.2 kg</p>', 0.4)).toEqual(['Weight:']);
  expect(withValues('<p>Weight:</p><h3>Boats</h3>')).toEqual(['Weight:']);
  expect(withValues('<p>See also:</p><p><a href="/b">Boats</a></p>')).toEqual(['See also:']);
  expect(withValues('<p>Plan:</p><p><button>show</button></p>')).toEqual(['Plan:']);
  expect(withValues('<p>Ada said:</p><blockquote>It leaks</blockquote>')).toEqual(['Ada said:']);
  expect(withValues('<p>Weight:</p><p hidden>1.2 kg</p>')).toEqual(['Weight:']);
  expect(withValues('<p>Weight:</p><p>Length:</p><p>12 m</p>')).toEqual(['Weight:']);
  expect(withValues(`<p>Said:</p><p>${'so '.repeat(30)}</p>`)).toEqual(['Said:']);
  expect(withValues('<div><p><b><i>Weight:</i></b></p></div><p>1.2 kg</p>')).toEqual(['Weight:']);
});
