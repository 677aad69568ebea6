import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeContent } from '../content/normalize.ts';
import type { Block, Inline, ListItem, Root } from '../content/tree.ts';
import { content } from '../markdown/generate-content.fixture.ts';
import { runs } from '../markdown/property-runs.fixture.ts';
import { type ContentNode, walkContent } from '../walk-content.ts';
import { writeText } from './write.ts';

const text = (value: string): Inline => ({ type: 'text', value });
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children });
const item = (...children: Block[]): ListItem => ({
  type: 'listItem',
  checked: null,
  spread: false,
  children,
});
const list = (ordered: boolean, start: number, ...children: ListItem[]): Block => ({
  type: 'list',
  ordered,
  start,
  spread: false,
  children,
});
const write = (...children: Block[]): string => writeText({ type: 'root', children }).text;

test('writeText parts blocks by a blank line and drops all markup', () => {
  expect(
    write(
      { type: 'heading', depth: 2, children: [text('A *b*')] },
      paragraph(
        { type: 'strong', children: [text('c')] },
        { type: 'link', url: 'http://x.y/', title: null, children: [text('d')] },
        { type: 'image', url: 'http://x.y/i', title: null, alt: 'alt' },
        { type: 'inlineMath', value: 'x^2' },
      ),
      { type: 'thematicBreak' },
      { type: 'blockquote', children: [paragraph(text('e')), paragraph(text('f'))] },
      { type: 'code', lang: 'js', meta: null, value: 'a\n\n  b' },
    ),
  ).toBe('A *b*\n\ncd alt x^2\n\ne\n\nf\n\na\n\n  b');
});

test('writeText gives list items lines of their own, numbers only to ordered ones', () => {
  const inner = list(true, 3, item(paragraph(text('b'))), item(paragraph(text('c'))));
  expect(write(list(false, 1, item(paragraph(text('a')), inner), item(paragraph(text('d')))))).toBe(
    'a\n  3. b\n  4. c\nd',
  );
});

test('writeText writes tables as tab-separated rows and notes at their labels', () => {
  const cell = (value: string) => ({ type: 'tableCell' as const, children: [text(value)] });
  expect(
    write(
      {
        type: 'table',
        align: [null, null],
        children: [{ type: 'tableRow', children: [cell('a'), cell('b')] }],
      },
      paragraph(text('c'), { type: 'footnoteReference', identifier: '1' }),
      { type: 'footnoteDefinition', identifier: '1', children: [paragraph(text('d'))] },
    ),
  ).toBe('a\tb\n\nc[1]\n\n[1] d');
});

test('writeText keeps the innermost text of 10,000 levels', () => {
  let block: Block = paragraph(text('deep'));
  for (let level = 0; level < 10_000; level++) block = { type: 'blockquote', children: [block] };
  expect(write(block)).toBe('deep');
});

/** What a node itself says; the writer adds numbers to ordered items, and nothing else. */
function said(node: ContentNode): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
    case 'code':
    case 'math':
      return node.value;
    case 'image':
      return node.alt;
    case 'footnoteReference':
    case 'footnoteDefinition':
      return `[${node.identifier}]`;
    case 'callout':
      return node.title.length > 0 ? '' : node.name;
    default:
      return '';
  }
}

/** Scripts are written by rules of their own, alternative texts not where the words beside them say the same. */
function plain(root: Root): Root {
  walkContent(root, (node) => {
    if (node.type === 'mark') node.tag = 'kbd';
    if (node.type === 'image') node.alt = '';
    return false;
  });
  return root;
}

test('writeText says what the tree says, in its order, and no markup besides', () => {
  const property = fc.property(content, (raw) => {
    const root = normalizeContent(plain(raw));
    const expected: string[] = [];
    walkContent(root, (node) => {
      expected.push(said(node));
      return false;
    });
    const withoutNumbers = (value: string): string => value.replace(/[\s\d.]+/g, '');
    expect(withoutNumbers(writeText(root).text)).toBe(withoutNumbers(expected.join('')));
  });
  fc.assert(property, runs(100));
}, 600_000);

test('writeText writes the kind of a callout where the page does', () => {
  const callout = (name: string): Block => ({
    type: 'callout',
    kind: 'note',
    name,
    title: [],
    children: [paragraph(text('a'))],
  });
  expect(write(callout(''))).toBe('a');
  expect(write(callout('NOTE'))).toBe('NOTE\n\na');
});

test('writeText gives the number of an item without text to nothing else', () => {
  const rule: Block = { type: 'thematicBreak' };
  expect(write(list(true, 1, item(rule)), paragraph(text('after')))).toBe('after');
  expect(
    write(list(true, 1, item(list(true, 5, item(paragraph(text('a'))))), item(paragraph(text('b'))))),
  ).toBe('1.\n  5. a\n2. b');
  const note: Block = {
    type: 'footnoteDefinition',
    identifier: 'x',
    children: [list(false, 1, item(paragraph(text('a'))))],
  };
  expect(write(note)).toBe('[x]\na');
});

test('writeText indents the further blocks of an item to its words', () => {
  const code: Block = { type: 'code', lang: null, meta: null, value: 'x\n\n  y' };
  const items = [
    item(paragraph(text('First')), code, paragraph(text('then'))),
    item(paragraph(text('Second'))),
  ];
  expect(write(list(true, 1, ...items))).toBe('1. First\n\n   x\n\n     y\n\n   then\n\n2. Second');
  const broken = paragraph(text('a'), { type: 'break' }, text('b'));
  expect(write(list(false, 1, item(broken, list(true, 9, item(broken)))))).toBe('a\nb\n  9. a\n     b');
});

test('writeText leaves out the empty header of a table and lays out rows that are spanned', () => {
  const row = (...values: string[]) => ({
    type: 'tableRow' as const,
    children: values.map((value) => ({
      type: 'tableCell' as const,
      children: value === '' ? [] : [text(value)],
    })),
  });
  expect(write({ type: 'table', align: [null, null], children: [row('', ''), row('a', 'b')] })).toBe('a\tb');
  const cell = (rowspan: number, value: string) => ({
    header: false,
    colspan: 1,
    rowspan,
    align: null,
    children: [paragraph(text(value))],
  });
  const rows = [{ cells: [cell(2, 'a'), cell(1, 'b')] }, { cells: [cell(1, 'c')] }];
  expect(write({ type: 'htmlTable', caption: [], rows })).toBe('a\tb\n\tc');
});

const image = (alt: string): Inline => ({ type: 'image', url: 'http://x.y/i', title: null, alt });
const link = (url: string, ...children: Inline[]): Inline => ({ type: 'link', url, title: null, children });

test('writeText parts pictures from words and says nothing twice', () => {
  expect(write(paragraph(text('Licensed'), image('tick'), image('tick too')))).toBe('Licensed tick tick too');
  expect(
    write(paragraph(link('http://x.y/', image('Point of sale'), text('Point of Sale')), text(' of tills'))),
  ).toBe('Point of Sale of tills');
  const heading: Block = { type: 'heading', depth: 2, children: [text('The quay')] };
  expect(write(heading, paragraph(image('The quay.')), paragraph(text('Wet.')))).toBe('The quay\n\nWet.');
  expect(write(paragraph(image('A boat')), paragraph(text('A boat, red.')))).toBe('A boat\n\nA boat, red.');
  const star = paragraph(text('Tea '), image('star'));
  expect(write(star, star, star, star)).toBe('Tea star\n\nTea\n\nTea\n\nTea');
});

test('writeText gives the address of a player that is named by its kind alone', () => {
  const address = 'https://www.youtube.com/watch?v=abcdef';
  expect(write(paragraph(link(address, text('YouTube video player'))))).toBe(
    `YouTube video player ${address}`,
  );
  expect(write(paragraph(link('http://x.y/quay.mp4?a', text('Video'))))).toBe('Video http://x.y/quay.mp4?a');
  expect(write(paragraph(link('http://x.y/', text('Video'))))).toBe('Video');
  expect(write(paragraph(link(address, text('How to moor'))))).toBe('How to moor');
});
