import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { assemble, fileOf } from './makers/by-hand.ts';

async function markdownOf(bytes: Uint8Array): Promise<string> {
  const { markdown } = await convertDocument('pdf', { bytes, contentType: 'application/pdf', url: '' }, {});
  return markdown.trim();
}

/** Lines of text from the top of a page: size 12 at 72 points from the left unless told. */
interface Line {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}
const drawn = (lines: readonly Line[]): string =>
  lines.map(({ text, x = 72, y, size = 12 }) => `BT /R ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');
const below = (texts: readonly string[], { x = 72, y = 700, leading = 15 } = {}): Line[] =>
  texts.map((text, i) => ({ text, x, y: y - i * leading }));
const pageOf = (lines: readonly Line[]): Promise<string> => markdownOf(assemble(drawn(lines)));

describe('marks of items', () => {
  test.each([
    [
      'an initial',
      ['The book is by', 'J. Keeper', 'Harbour House'],
      30,
      'The book is by\n\nJ. Keeper\n\nHarbour House',
    ],
    [
      'the first letter',
      ['It is told.', 'A. Said nothing of it', 'It was so.'],
      30,
      'It is told.\n\nA. Said nothing of it\n\nIt was so.',
    ],
    [
      'a Roman number',
      ['Kings of the isle', 'V. Ruled longest', 'The isle sank.'],
      30,
      'Kings of the isle\n\nV. Ruled longest\n\nThe isle sank.',
    ],
  ])('%s by itself is a part of the text', async (_, texts, leading, markdown) => {
    expect(await pageOf(below(texts, { leading }))).toBe(markdown);
  });

  test('letters that follow each other are marks, initials in the order of names are none', async () => {
    const names = ['J. Keeper', 'P. Lamp', 'K. Wick'];
    expect(await pageOf(below(names, { leading: 30 }))).toBe(names.join('\n\n'));
    expect(await pageOf(below(['Take three:', 'A. Oil', 'B. Wick', 'C. Flint']))).toBe(
      'Take three:\n\n1. Oil\n2. Wick\n3. Flint',
    );
    expect(await pageOf(below(['Take these:', 'a\\) Oil', 'and a wick.'], { leading: 30 }))).toContain(
      '1. Oil',
    );
  });

  test.each([
    ['ZapfDingbats', 'l', '- Oil\n- Wick'],
    ['Wingdings', 'l', '- Oil\n- Wick'],
    ['Wingdings', '\\374', '- Oil\n- Wick'],
    ['ABCDEF+Wingdings-Regular', '\\376', '☑ Oil\n\n☑ Wick'],
    ['Times-Roman', 'l', 'l Oil\n\nl Wick'],
  ])('of %s: %s', async (name, sign, markdown) => {
    const content = ['Oil', 'Wick']
      .map((text, i) => `BT /D 10 Tf 72 ${700 - 30 * i} Td (${sign}) Tj /R 12 Tf 10 0 Td (${text}) Tj ET`)
      .join('\n');
    const font = (base: string) =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`;
    const bytes = fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /R 5 0 R /D 6 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      font('Times-Roman'),
      font(name),
    ]);
    expect(await markdownOf(bytes)).toBe(markdown);
  });
});

test('rings that are drawn before items are their signs', async () => {
  const ring = (x: number, y: number) =>
    `${x} ${y} m ${x} ${y + 1.4} ${x + 1.1} ${y + 2.5} ${x + 2.5} ${y + 2.5} c ${x + 3.9} ${y + 2.5} ${x + 5} ${y + 1.4} ${x + 5} ${y} c ${x + 5} ${y - 1.4} ${x + 3.9} ${y - 2.5} ${x + 2.5} ${y - 2.5} c ${x + 1.1} ${y - 2.5} ${x} ${y - 1.4} ${x} ${y} c h S`;
  const items = [
    { text: 'Fruit', x: 90, y: 700 },
    { text: 'Apple', x: 114, y: 685 },
    { text: 'Pear', x: 114, y: 670 },
  ];
  const rings = [ring(78, 704), ring(102, 689), ring(102, 674)];
  expect(await markdownOf(assemble(`${rings.join('\n')}\n${drawn(items)}`))).toBe(
    '- Fruit\n  - Apple\n  - Pear',
  );
});

test('columns that do not begin at one height are read one by one', async () => {
  const prose = [
    'The lights of the harbour are lit at dusk, and they',
    'are put out at dawn on each day of the year by',
    'their keeper, who writes it down in the book of',
    'the harbour by the door before he sleeps at last.',
  ];
  const sized = (lines: readonly Line[]) => lines.map((line) => ({ size: 10, ...line }));
  const markdown = await pageOf(
    sized([
      { text: 'Harbour', x: 265, y: 669, size: 12 },
      { text: 'A. Keeper', x: 268, y: 633 },
      { text: '2. Bells', x: 302, y: 597 },
      { text: '1. Lamps', x: 72, y: 585 },
      { text: 'They ring in fog, and in rain as well, so', x: 327, y: 581.4 },
      ...below([...prose, ...prose], { y: 569.4, leading: 12 }),
      ...below([...prose, ...prose], { x: 302, y: 569.4, leading: 12 }),
    ]),
  );
  expect(markdown.indexOf('Lamps')).toBeLessThan(markdown.indexOf('before he sleeps'));
  expect(markdown.lastIndexOf('before he sleeps')).toBeGreaterThan(markdown.indexOf('They ring'));
  expect(markdown.indexOf('They ring')).toBeGreaterThan(markdown.indexOf('before he sleeps'));
});

describe('an initial over several lines', () => {
  const rest = below(
    ['day, and the keeper writes down the hour of both in the book by the', 'door, before he sleeps.'],
    { x: 98, y: 686, leading: 14 },
  );
  const initial = (letter: string, first: string): readonly Line[] => [
    { text: letter, y: 678, size: 40 },
    { text: first, x: 104, y: 700 },
    ...rest,
  ];

  test.each([
    [
      'begins its word',
      'T',
      'he lights of the harbour are lit at dusk and put out at dawn, every',
      'The lights of',
    ],
    [
      'with a quotation mark',
      '\\"I',
      'n the harbour the lamp was lit at dusk and put out at dawn, by the keeper, every',
      '"In the harbour',
    ],
    [
      'stands apart from text that begins with a blank',
      'A',
      ' day in the harbour, from the lamp at dusk to the bell at dawn, each',
      'A day in',
    ],
  ])('%s', async (_, letter, first, text) => {
    const markdown = await pageOf(initial(letter, first));
    expect(markdown.startsWith(text), markdown).toBe(true);
    expect(markdown).toContain('day, and the keeper');
  });

  test('a word by itself is told by the page', async () => {
    const markdown = await pageOf([
      ...initial('A', 'keeper of the harbour lights them at dusk and puts them out at dawn, every'),
    ]);
    expect(markdown.startsWith('A keeper of'), markdown).toBe(true);
  });

  test('a heading of one letter stays one', async () => {
    const markdown = await pageOf([
      { text: 'A', y: 740, size: 24 },
      ...below([
        'Abbot: the head of a house of monks, who is chosen by them for life.',
        'Abyss: a depth without a bottom.',
      ]),
    ]);
    expect(markdown).toMatch(/^# A\n/);
  });
});

describe('letters set apart', () => {
  test.each([
    ['by spacing of characters', 'BT /R 18 Tf 6 Tc 72 700 Td (HARBOUR LIGHTS) Tj ET'],
    [
      'by numbers between them',
      'BT /R 18 Tf 72 700 Td [(H) -200 (A) -200 (R) -200 (B) -200 (O) -200 (U) -200 (R) -900 (L) -200 (I) -200 (G) -200 (H) -200 (T) -200 (S)] TJ ET',
    ],
  ])('are words: %s', async (_, heading) => {
    const text = drawn(
      below(['The lights of the harbour are lit at dusk, by the keeper.', 'He puts them out at dawn.'], {
        y: 660,
      }),
    );
    expect(await markdownOf(assemble(`${heading}\n${text.replaceAll('BT', 'BT 0 Tc')}`))).toMatch(
      /^# HARBOUR LIGHTS\n/,
    );
  });

  test('are words, where each is shown by itself and blanks are shown too', async () => {
    const shown = (text: string, gap: number) =>
      `BT /C 20 Tf 72 700 Td ${text
        .split('')
        .map((letter, i) => `${i === 0 ? 0 : 12 + gap} 0 Td (${letter}) Tj`)
        .join(' ')} ET`;
    expect(await markdownOf(assemble(shown('HARBOUR LIGHTS', 4)))).toContain('HARBOUR LIGHTS');
    expect(await markdownOf(assemble(shown('HARBOUR LIGHTS', 0)))).toContain('HARBOUR LIGHTS');
  });

  test('letters that are words stay apart', async () => {
    const variables = 'BT /R 12 Tf 72 700 Td [(p) -333 (q) -333 (g) -333 (y)] TJ ET';
    expect(await markdownOf(assemble(variables))).toBe('p q g y');
    expect(await pageOf([{ text: 'a b c d e', y: 700 }])).toBe('a b c d e');
  });
});

describe('fields of a form', () => {
  const form = (field: string) =>
    markdownOf(
      assemble(
        drawn([{ text: 'Name:', y: 700 }]),
        `<< /Type /Annot /Subtype /Widget /Rect [140 695 340 713] ${field} >>`,
      ),
    );

  test.each([
    ['text', '/FT /Tx /T (name) /V (Ada Keeper)', 'Name: Ada Keeper'],
    ['an empty text', '/FT /Tx /T (name)', 'Name:'],
    ['lines of text', '/FT /Tx /Ff 4096 /T (name) /V (Ada\\nKeeper)', 'Name: Ada Keeper'],
    ['a password', '/FT /Tx /Ff 8192 /T (name) /V (secret)', 'Name:'],
    ['a hidden field', '/FT /Tx /F 2 /T (name) /V (secret)', 'Name:'],
    ['a choice', '/FT /Ch /Ff 131072 /T (name) /Opt [[(a) (Ada)] [(b) (Bea)]] /V (b)', 'Name: Bea'],
    ['a tick', '/FT /Btn /T (name) /V /Yes /AS /Yes /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>', 'Name: ☑'],
    [
      'an empty box',
      '/FT /Btn /T (name) /V /Off /AS /Off /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>',
      'Name: ☐',
    ],
    ['a button', '/FT /Btn /Ff 65536 /T (name) /MK << /CA (Send) >>', 'Name:'],
  ])('%s', async (_, field, markdown) => {
    expect(await form(field)).toBe(markdown);
  });
});

test.each([
  [
    'the third of a word is its own',
    ['It was a state-of-the-', 'art lamp.'],
    'It was a state-of-the-art lamp.',
  ],
  ['the second breaks a word', ['It was a well-docu-', 'mented lamp.'], 'It was a well-documented lamp.'],
  ['the first breaks a word', ['It was a light-', 'house.'], 'It was a lighthouse.'],
])('hyphens at the end of a line: %s', async (_, texts, markdown) => {
  expect(await pageOf(below(texts))).toBe(markdown);
});

test.each([
  ['dots with blanks between', 'Bells . . . . . . . . . . . . . . 12', 'Bells … 12'],
  ['behind a stop', '1.2 Bells. . . . . . . . . . . . 12', '1.2 Bells … 12'],
  ['dots', 'Bells .................... 12', 'Bells … 12'],
  ['three dots in a sentence', 'He waited . . . and rang.', 'He waited . . . and rang.'],
  ['an ellipsis', 'He waited.... Then he rang.', 'He waited.... Then he rang.'],
])('leaders are one sign: %s', async (_, text, markdown) => {
  expect(await pageOf([{ text, y: 700 }])).toBe(markdown);
});
