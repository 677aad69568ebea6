import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { assemble } from './makers/by-hand.ts';

async function markdownOf(...content: readonly string[]): Promise<string> {
  const bytes = assemble(content.join('\n'));
  const { markdown } = await convertDocument('pdf', { bytes, contentType: 'application/pdf', url: '' }, {});
  return markdown.trim();
}

const text = (words: string, x: number, y: number) => `BT /R 12 Tf ${x} ${y} Td (${words}) Tj ET`;
/** Lines of a row from its first base line on; '' for none. */
const cells = (y: number, xs: readonly number[], ...columns: readonly string[]) =>
  columns.flatMap((lines, i) =>
    lines.split('/').map((line, j) => (line === '' ? '' : text(line, xs[i]!, y - 14 * j))),
  );
const level = (y: number, from = 72, to = 472) => `${from} ${y} m ${to} ${y} l S`;
const upright = (x: number, from: number, to: number) => `${x} ${from} m ${x} ${to} l S`;
const filled = (y: number, height: number) => `0.9 g 72 ${y} 400 ${height} re f 0 g`;

const XS = [80, 180, 380];
/** Three rows, of which the second has two lines in its middle cell. */
const ROWS = [
  ...cells(700, XS, 'Lamp', 'What was found', 'Cost'),
  ...cells(680, XS, 'North', 'The glass is broken, and the/wick has to be trimmed', '12'),
  ...cells(646, XS, 'South', 'The lamp burns with oil that/is far too old', '9'),
];
/** The same with the other cells at half the height of that one. */
const MIDDLE = [
  ...ROWS.slice(0, 3),
  ...ROWS.slice(3).map((row) =>
    row.replace(/ (680|646) Td \((North|South|\d+)\)/, (_, y, word) => ` ${y - 7} Td (${word})`),
  ),
];
const TABLE = `| Lamp | What was found | Cost |
| --- | --- | --- |
| North | The glass is broken, and the wick has to be trimmed | 12 |
| South | The lamp burns with oil that is far too old | 9 |`;
const LEVELS = [716, 694, 660, 626];

describe('a table between lines', () => {
  test.each([
    [
      'around each cell',
      [...LEVELS.map((y) => level(y)), ...[72, 172, 372, 472].map((x) => upright(x, 626, 716))],
    ],
    ['around each row', LEVELS.map((y) => level(y))],
    ['between rows alone', LEVELS.slice(1, -1).map((y) => level(y))],
    ['at its top, under its head and at its end', [level(716), level(694), level(626)]],
    ['between columns, and under its head', [level(694), upright(172, 626, 716), upright(372, 626, 716)]],
    ['that are thin boxes', LEVELS.map((y) => `72 ${y} 400 0.5 re f`)],
    ['that are edges of every second row', [filled(694, 22), filled(626, 34)]],
  ])('%s', async (where, lines) => {
    const isByRow = !/head/.test(where);
    expect(await markdownOf(...lines, ...(isByRow ? MIDDLE : ROWS))).toBe(TABLE);
  });

  test('has words that a line breaks whole, and text around it stays around it', async () => {
    const lines = LEVELS.map((y) => level(y));
    const broken = ROWS.map((row) => row.replace('and the', 'and light-').replace('wick', 'houses'));
    const markdown = await markdownOf(
      text('Before it.', 72, 740),
      ...lines,
      ...broken,
      text('After it.', 72, 600),
    );
    expect(markdown).toMatch(/^Before it\.\n\n\| Lamp .* \|\n\nAfter it\.$/s);
    expect(markdown).toContain('broken, and lighthouses has');
  });

  test('keeps rows apart whose lines have room for more', async () => {
    const rows = ['Ada', 'Bea Lamp', 'Cora'].flatMap((name, i) =>
      cells(680 - 14 * i, XS, name, `${1900 + i}`),
    );
    const markdown = await markdownOf(
      ...[level(716), level(694), level(640)],
      ...cells(700, XS, 'Keeper', 'Came'),
      ...rows,
    );
    expect(markdown).toContain('| Ada | 1900 |\n| Bea Lamp | 1901 |\n| Cora | 1902 |');
  });

  test('cuts a text that goes on over a line between two cells', async () => {
    const lines = [...LEVELS.slice(0, 3).map((y) => level(y, 72, 272)), upright(103, 660, 716)];
    const markdown = await markdownOf(...lines, text('Lamp Cost', 76, 700), text('Lens 1200', 76, 670));
    expect(markdown).toBe('| Lamp | Cost |\n| --- | --- |\n| Lens | 1200 |');
  });
});

test('a cell over several rows stands in the first of them', async () => {
  const lines = [
    ...[716, 694, 638].map((y) => level(y)),
    level(666, 172),
    ...[72, 172, 372, 472].map((x) => upright(x, 638, 716)),
  ];
  const rows = [
    ...cells(700, XS, 'Lamp', 'Found', 'Cost'),
    ...cells(664, XS, 'North'),
    ...cells(676, XS, '', 'Broken glass', '12'),
    ...cells(648, XS, '', 'Old oil', '9'),
  ];
  expect(await markdownOf(...lines, ...rows)).toBe(
    '| Lamp | Found | Cost |\n| --- | --- | --- |\n| North | Broken glass | 12 |\n|  | Old oil | 9 |',
  );
});

describe('no table', () => {
  const PROSE = [
    'The lights of the harbour are lit',
    'at dusk and put out at dawn, every',
    'day of the year by its keeper.',
  ];

  test('is a frame around text', async () => {
    const frame = '72 600 400 130 re S';
    const lines = PROSE.map((line, i) => text(line, 80, 700 - 15 * i));
    expect(await markdownOf(frame, level(660), ...lines)).not.toContain('|');
  });

  test('are two columns between lines of a page', async () => {
    const column = (x: number) =>
      [...PROSE, ...PROSE, ...PROSE].map((line, i) => text(line, x, 680 - 15 * i));
    const lines = [level(720), level(700), level(520)];
    expect(
      await markdownOf(...lines, text('Harbour News', 72, 706), ...column(72), ...column(280)),
    ).not.toContain('|');
  });

  test('is a plot over lines', async () => {
    const grid = [600, 620, 640, 660, 680, 700].flatMap((y, i) => [level(y), upright(72 + 80 * i, 600, 700)]);
    const labels = [text('high', 80, 690), text('low', 400, 610)];
    expect(await markdownOf(...grid, ...labels)).not.toContain('|');
  });
});

test('cells of several lines are told by their places where no lines are drawn', async () => {
  const rows = ['Oil', 'Wick', 'Lens'].flatMap((name, i) =>
    cells(
      680 - 50 * i,
      [72, 220],
      name,
      'It is looked at on each morning, and/what is broken is put right/by the keeper.',
    ),
  );
  const markdown = await markdownOf(...cells(700, [72, 220], 'Part', 'What is done'), ...rows);
  expect(markdown).toContain(
    '| Wick | It is looked at on each morning, and what is broken is put right by the keeper. |',
  );
});
