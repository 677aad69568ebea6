import { expect, test } from 'vitest';
import { readFrontMatter } from '../../src/documents/markdown/front-matter.ts';
import { markdownToHtml } from '../../src/documents/markdown/markdown-to-html.ts';
import { compoundsIn, inlineOf } from '../../src/documents/pdf/inline-text.ts';
import type { Piece } from '../../src/documents/pdf/piece.ts';
import { rowsOf } from '../../src/documents/pdf/rows.ts';
import { textContent } from '../../src/documents/read-text.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { isLinear } from './is-linear.ts';

const frontMatter = (line: string): string => `---\n${line}\n---\ntext`;

test.each([
  ['blanks ahead of a value', (n: number) => frontMatter(`title: ${' '.repeat(n)}\u2028`)],
  ['blanks ahead of an item', (n: number) => frontMatter(`tags:\n- ${' '.repeat(n)}\u2028`)],
  ['blanks in a value', (n: number) => frontMatter(`title: a${' '.repeat(n)}b`)],
  ['lists in lists', (n: number) => frontMatter(`title: ${'['.repeat(n / 2)}${']'.repeat(n / 2)}`)],
])('front matter takes time linear in %s', async (_, markdown) => {
  expect(await isLinear(readFrontMatter, markdown, 20_000)).toBe(true);
});

test('lists in lists in front matter are read a few levels deep', () => {
  expect(readFrontMatter(frontMatter('author: [[Ada]]')).fields.author).toBe('Ada');
});

test.each([
  ['blanks in a line', (n: number) => `a${' '.repeat(n)}`],
  ['blanks between columns', (n: number) => `a   ${' '.repeat(n)}\n`.repeat(3)],
])('plain text takes time linear in %s', async (_, text) => {
  expect(await isLinear(textContent, text)).toBe(true);
});

test('words with a hyphen in a PDF are found in time linear in a word', async () => {
  expect(
    await isLinear(
      (text) => compoundsIn([text]),
      (n) => 'a'.repeat(n),
    ),
  ).toBe(true);
});

const PIECE: Piece = {
  ...{ text: 'the tide comes in twi-', x: 0, y: 0, width: 90, size: 10 },
  ...{ bold: false, italic: false, mono: false, isRtl: false, link: null, content: null },
};

test.each<[string, (i: number) => Partial<Piece>]>([
  ['in one place', (i) => ({ text: `${i}`, x: i / 1000 })],
  ['set as scripts far from their line', (i) => (i % 2 === 0 ? { x: 100 * i } : { x: -1e6, y: 3, size: 5 })],
])('pieces of a PDF find their rows in time linear in their number, %s', async (_, pieceAt) => {
  const read = (pieces: string) =>
    rowsOf({
      ...{ number: 1, width: 600, height: 800, turned: [] },
      pieces: Array.from(pieces, (_, i) => ({ ...PIECE, ...pieceAt(i) })),
    });
  expect(await isLinear(read, (n) => 'x'.repeat(n), 16_000)).toBe(true);
});

test('the lines of a paragraph of a PDF are joined in time linear in their number, hyphens undone', async () => {
  const context = { compounds: new Set<string>(), isPlain: true, monoIsCode: false };
  const join = (text: string) =>
    inlineOf(
      Array.from(text, () => [PIECE]),
      context,
    );
  expect(await isLinear(join, (n) => 'x'.repeat(n), 2000)).toBe(true);
  expect(join('xxx')).toEqual([
    { type: 'text', value: 'the tide comes in twithe tide comes in twithe tide comes in twi-' },
  ]);
});

const MARKDOWN: readonly (readonly [string, (n: number) => string])[] = [
  ['lines of a paragraph', (n) => 'abcd\n'.repeat(n / 2)],
  ...['> ', '- ', '1. ', '[^1]: ', '> [!NOTE]\n> ', '> > > > ', '- > '].map(
    (sign) =>
      [`lazy lines of ${JSON.stringify(sign)}`, (n: number) => `${sign}${'a\n'.repeat(n / 2)}`] as const,
  ),
  [
    'short rows under a wide head',
    (n) => `|${'a|'.repeat(n / 50)}\n|${'-|'.repeat(n / 50)}\n${'|b|\n'.repeat(n / 50)}`,
  ],
  ['notes', (n) => Array.from({ length: n / 20 }, (_, i) => `a[^${i}]\n\n[^${i}]: note\n`).join('\n')],
  ['calls of one note', (n) => `${'a[^1] '.repeat(n / 10)}\n\n[^1]: note`],
  ['definitions', (n) => Array.from({ length: n / 20 }, (_, i) => `[a][x${i}]\n\n[x${i}]: /a\n`).join('\n')],
  ['quotes', (n) => '> a\n>\n> b\n\n'.repeat(n / 10)],
  ['items of two paragraphs', (n) => '- a\n\n  b\n\n'.repeat(n / 10)],
  ['lists in the items of a list', (n) => '- a\n  - b\n'.repeat(n / 10)],
  ['lists and quotes', (n) => '- a\n\n> b\n\nText.\n\n'.repeat(n / 20)],
];

// The gate of growth counts the steps of documents of these kinds, so the short form times every third.
test.each(inForm(MARKDOWN, 3))(
  'Markdown takes time linear in %s',
  async (_, markdown) => {
    expect(await isLinear(markdownToHtml, markdown, isFull ? 20_000 : 5_000)).toBe(true);
  },
  60_000,
);
