import { describe, expect, test } from 'vitest';
import { normalizeContent } from './normalize.ts';
import { normalizeRun } from './normalize-run.ts';
import type { Block, Inline } from './tree.ts';

const text = (value: string): Inline => ({ type: 'text', value });
const strong = (...children: Inline[]): Inline => ({ type: 'strong', children });
const link = (url: string, ...children: Inline[]): Inline => ({ type: 'link', url, title: null, children });

describe('normalizeRun', () => {
  test('collapses blanks over nodes and moves them out of marks', () => {
    expect(normalizeRun([text(' a '), strong(text(' b\n')), text('c ')])).toEqual([
      text('a '),
      strong(text('b')),
      text(' c'),
    ]);
  });

  test('takes non-breaking spaces for blanks', () => {
    expect(normalizeRun([text('10\u00a0km\u00a0\u00a0x.\u00a0 y\u00a0')])).toEqual([text('10 km x. y')]);
  });

  test('joins equal marks and code side by side, drops empty ones', () => {
    expect(normalizeRun([strong(text('a')), strong(text('b')), strong(), link('/x', text(' '))])).toEqual([
      strong(text('ab')),
    ]);
    expect(
      normalizeRun([
        { type: 'inlineCode', value: 'a' },
        { type: 'inlineCode', value: 'b' },
      ]),
    ).toEqual([{ type: 'inlineCode', value: 'ab' }]);
  });

  test('joins the texts of links to one address, not their pictures or blanks', () => {
    const image: Inline = { type: 'image', url: '/i', title: null, alt: '' };
    expect(normalizeRun([link('/x', text('wo')), link('/x', text('rd')), link('/y', text('s'))])).toEqual([
      link('/x', text('word')),
      link('/y', text('s')),
    ]);
    for (const apart of [
      [link('/x', text('a')), text(' '), link('/x', text('b'))],
      [link('/x', image), link('/x', text('b'))],
    ])
      expect(normalizeRun(apart)).toEqual(apart);
  });

  test('opens up links inside links and links without an address', () => {
    expect(normalizeRun([link('/x', text('a'), link('/y', text('b'))), link('', text('c'))])).toEqual([
      link('/x', text('ab')),
      text('c'),
    ]);
  });

  test('moves breaks out of marks and drops them at the ends', () => {
    expect(normalizeRun([{ type: 'break' }, strong(text('a'), { type: 'break' }), text(' b')])).toEqual([
      strong(text('a')),
      { type: 'break' },
      text('b'),
    ]);
  });
});

describe('normalizeContent', () => {
  const picture = (url: string): Block => ({
    type: 'paragraph',
    children: [{ type: 'image', url, title: null, alt: 'P' }],
  });

  test('writes headings on one line', () => {
    const root = normalizeContent({
      type: 'root',
      children: [
        {
          type: 'heading',
          depth: 2,
          children: [text('a'), { type: 'break' }, strong({ type: 'break' }, text('b'))],
        },
      ],
    });
    expect(root.children).toEqual([{ type: 'heading', depth: 2, children: [text('a '), strong(text('b'))] }]);
  });

  test('drops a picture that follows itself', () => {
    const between: Block = { type: 'paragraph', children: [text('t')] };
    const root = normalizeContent({
      type: 'root',
      children: [picture('/a'), picture('/a'), picture('/b'), between, picture('/b')],
    });
    expect(root.children).toEqual([picture('/a'), picture('/b'), between, picture('/b')]);
  });

  test('drops blocks without content and parts paragraphs at double breaks', () => {
    const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children });
    const root = normalizeContent({
      type: 'root',
      children: [
        paragraph(text('\u00a0')),
        { type: 'blockquote', children: [paragraph()] },
        { type: 'heading', depth: 2, children: [text(' ')] },
        { type: 'list', ordered: false, start: 1, spread: false, children: [] },
        paragraph(text('a'), { type: 'break' }, { type: 'break' }, text('b')),
      ],
    });
    expect(root.children).toEqual([paragraph(text('a')), paragraph(text('b'))]);
  });

  test('settles 10,000 nested blocks and marks', () => {
    let block: Block = { type: 'paragraph', children: [text('deep')] };
    for (let level = 0; level < 10_000; level++) block = { type: 'blockquote', children: [block] };
    let inline = text('deep');
    for (let level = 0; level < 10_000; level++) inline = strong(inline);
    const root = normalizeContent({
      type: 'root',
      children: [block, { type: 'paragraph', children: [inline] }],
    });
    expect(root.children).toHaveLength(2);
  });
});
