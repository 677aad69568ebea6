import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { textBetween } from '../../../page/block-range.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { keepExpanders } from './keep-expanders.ts';

/** Texts that come back below a paragraph that stays; `+` begins another text that does. */
function back(html: string, above = '<p>+ The lamps of the harbour.</p>'): string[] {
  const a = annotate(parseHtml(`<main>${above}<div>${html}</div></main>`, 'https://example.org/lamps'));
  const texts = a.blocks.map(({ first, end }) => textBetween(a, first, end));
  const keep = Uint8Array.from(texts, (text) => (text.startsWith('+') ? 1 : 0));
  const before = keep.slice();
  keepExpanders(scoredPage(a, keep, { threshold: 1, probabilities: [] }), keep);
  return texts.filter((_, i) => keep[i] === 1 && before[i] === 0);
}

const QUESTIONS = ['Can I light it outdoors?', 'Which oil does it burn?', 'How long does a wick last?'];
const rows = (titles: readonly string[], attributes = '', panel = ''): string =>
  titles
    .map((title) => `<div><button aria-expanded="false" ${attributes}>${title}</button>${panel}</div>`)
    .join('');

test('questions come back whose answers are not there, hidden or kept, with the heading above them', () => {
  for (const panel of ['', '<div hidden>Yes, and no.</div>', '<p>+ Yes, and no.</p>'])
    expect(back(rows(QUESTIONS, '', panel))).toEqual(QUESTIONS);
  expect(back(`<h2>Questions</h2>${rows(QUESTIONS)}`)).toEqual(['Questions', ...QUESTIONS]);
  expect(back(rows(['可以在室外使用吗？', '它烧哪一种油？', '灯芯能用多久？']))).toHaveLength(3);
});

test('what opens and is no title stays away: menus, filters, replies, what is short or above the content', () => {
  const none: readonly string[] = [
    rows(QUESTIONS, 'aria-haspopup="menu"'),
    rows(QUESTIONS, 'role="combobox"'),
    rows(QUESTIONS).replaceAll('<button', '<a href="/lamps"').replaceAll('</button', '</a'),
    `<aside>${rows(QUESTIONS)}</aside>`,
    `<form>${rows(QUESTIONS)}</form>`,
    `<nav>${rows(QUESTIONS)}</nav>`,
    rows(QUESTIONS, '', '<ul hidden><li><a href="/1">Table lamps</a></li></ul>'),
    rows(QUESTIONS, '', '<label><input type="checkbox">Brass</label>'),
    rows(QUESTIONS, '', '<p>An answer that went.</p>'),
    rows(QUESTIONS.slice(1)),
    rows(['Colour', 'Price range', 'In stock', 'Made of']),
    rows(['产品中心', '新闻中心', '联系我们']),
    rows(['Show 3 more replies', 'Show 12 more replies', 'Show 7 more replies']),
  ];
  for (const html of none) expect(back(html), html).toEqual([]);
  expect(back(rows(QUESTIONS), '')).toEqual([]);
  expect(back('<p>+ The lamps.</p>', rows(QUESTIONS))).toEqual([]);
});
