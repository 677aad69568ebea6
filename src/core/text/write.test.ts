import { expect, test } from 'vitest';
import type { Block, Inline, ListItem } from '../content/tree.ts';
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
