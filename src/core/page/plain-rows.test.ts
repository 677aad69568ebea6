import { expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';

const PROSE =
  '<p>Words of prose that stand above a table, with commas, as they would in any article of this kind.</p>';
const LONG = 'Many words of one cell, which say more than a value does. '.repeat(4);
const table = (rows: number, row: (i: number) => string): string =>
  `${PROSE}<table>${Array.from({ length: rows }, (_, i) => row(i)).join('')}</table>`;
const value = (i: number): string => `<tr><td>name ${i}<td><b>${i}</b> m<td style="display:none">hidden ${i}`;

/** Tags of the elements whose text is one block each. */
function tagsOfBlocks(html: string): Set<string> {
  const { blocks, doc } = annotate(parseHtml(html, 'https://example.org/'));
  return new Set(blocks.map(({ element }) => doc.nodes[element]!.tag));
}

test('rows of short cells are a block each where a page has very many cells', () => {
  expect(tagsOfBlocks(table(600, value))).toEqual(new Set(['p', 'td']));
  expect(tagsOfBlocks(table(700, value))).toEqual(new Set(['p', 'tr']));
});

test('a row with a text, a line break or a box in a cell keeps a block for each cell', () => {
  const rows = [`<tr><td>a<td>${LONG}<td>c`, '<tr><td>a<br>b<td>c', '<tr><td><ul><li>a</ul><td>c'];
  for (const row of rows) expect(tagsOfBlocks(table(1100, () => row))).not.toContain('tr');
});

test('a very long table has the same lines as a shorter one', () => {
  const linesOf = (rows: number) => convertHtml(table(rows, value)).markdown.split('\n');
  const [short, long] = [linesOf(600), linesOf(2000)];
  expect(long.slice(0, short.length - 1)).toEqual(short.slice(0, -1));
  expect(long.at(-1)).toBe('| name 1999 | **1999** m |');
  expect(long.join('')).not.toContain('hidden');
});
