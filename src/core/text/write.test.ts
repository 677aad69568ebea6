import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeContent } from '../content/normalize.ts';
import type { Block, Inline, ListItem } from '../content/tree.ts';
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
const write = (...children: Block[]): string => writeText({ type: 'root', children });

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
  ).toBe('A *b*\n\ncdaltx^2\n\ne\n\nf\n\na\n\n  b');
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

test('writeText says what the tree says, in its order, and no markup besides', () => {
  const property = fc.property(content, (raw) => {
    const root = normalizeContent(raw);
    const expected: string[] = [];
    walkContent(root, (node) => {
      expected.push(said(node));
      return false;
    });
    const withoutNumbers = (value: string): string => value.replace(/[\s\d.]+/g, '');
    expect(withoutNumbers(writeText(root))).toBe(withoutNumbers(expected.join('')));
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
