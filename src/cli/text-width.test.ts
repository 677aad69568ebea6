import { expect, test } from 'vitest';
import { formatTable } from './terminal.ts';
import { columnsOf, cutTo } from './text-width.ts';

test.each([
  ['plain', 5],
  ['e\u0301te\u0301', 3],
  ['東京', 4],
  ['👩‍👩‍👧 x', 4],
  ['한국', 4],
  ['', 0],
])('%j takes %i columns', (line, columns) => {
  expect(columnsOf(line)).toBe(columns);
});

test('a line is cut between graphemes', () => {
  expect(cutTo(3, '東京都')).toBe('東');
  expect(cutTo(2, 'e\u0301te\u0301')).toBe('e\u0301t');
  expect(cutTo(9, 'short')).toBe('short');
});

test('columns of a table line up whatever their letters', () => {
  const table = formatTable(
    ['name', 'plan'],
    [
      ['東京', 'free'],
      ['ab', 'own'],
    ],
    '',
  );
  expect(table).toBe('name  plan\n東京  free\nab    own\n');
});

test('a row of a table is one line, whatever its cells hold, and what no row fills is no column', () => {
  expect(formatTable(['id', 'account', 'name'], [['a', '', 'two\nlines\tand more']], 'none')).toBe(
    'id  name\na   two\\nlines\\tand more\n',
  );
});
