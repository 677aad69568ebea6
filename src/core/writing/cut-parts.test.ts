import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Root, Table } from '../content/tree.ts';
import { content } from '../markdown/generate-content.fixture.ts';
import { runs } from '../markdown/property-runs.fixture.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { writeText } from '../text/write.ts';
import { cutParts, type Part, type PartBounds } from './cut-parts.ts';
import { estimateTokens } from './token-estimate.ts';
import { jsonLength } from './written-document.ts';

const words = 'some words of prose that fill a line or two of the page';
const text = (value: string) => ({ type: 'text' as const, value });
const paragraph = (value: string): Block => ({ type: 'paragraph', children: [text(value)] });
const list = (items: number): Block => ({
  type: 'list',
  ordered: true,
  start: 1,
  spread: false,
  children: Array.from({ length: items }, () => ({
    type: 'listItem',
    checked: null,
    spread: false,
    children: [paragraph(words)],
  })),
});
const row = (...cells: string[]): Table['children'][number] => ({
  type: 'tableRow',
  children: cells.map((cell) => ({ type: 'tableCell', children: [text(cell)] })),
});
const table = (rows: number): Block => ({
  type: 'table',
  align: [null, 'right'],
  children: [row('Name', 'Size'), ...Array.from({ length: rows }, (_, i) => row(`boat ${i}`, `${i}`))],
});
const code = (lines: number): Block => ({
  type: 'code',
  lang: 'js',
  meta: null,
  value: Array.from({ length: lines }, (_, i) => `sail(${i});`).join('\n'),
});

const markdownOf = (...children: Block[]) => writeMarkdown({ type: 'root', children });
const shown = ({ before, own, after }: Part) => before + own + after;
const whole = (parts: readonly Part[]) => parts.map(({ own }) => own).join('');

describe('cutParts', () => {
  it('cuts between blocks, and a list longer than a part between its items', () => {
    const document = markdownOf(...Array.from({ length: 20 }, () => paragraph(words)), list(40));
    const parts = cutParts(document, { maxTokens: 100 });
    expect(whole(parts)).toBe(document.text);
    for (const part of parts) {
      expect(part).toMatchObject({ before: '', after: '', isOver: false });
      expect(estimateTokens(part.own)).toBeLessThanOrEqual(100);
      expect(part.own).toMatch(/^(?:some|\d+\. some)/);
    }
  });

  it('opens a table again with its head, and code with its fence', () => {
    const document = markdownOf(paragraph(words), table(60), code(60), paragraph(words));
    const parts = cutParts(document, { maxTokens: 80 });
    expect(whole(parts)).toBe(document.text);
    expect(parts.length).toBeGreaterThan(8);
    for (const part of parts) {
      expect(part.isOver).toBe(false);
      expect(estimateTokens(shown(part))).toBeLessThanOrEqual(80);
      const fences = shown(part).match(/^```/gm) ?? [];
      expect(fences.length % 2).toBe(0);
      if (part.own.startsWith('| boat')) expect(part.before).toBe('| Name | Size |\n| --- | ---: |\n');
      if (part.own.startsWith('sail')) expect(part.before).toBe('```js\n');
    }
    expect(parts.some(({ after }) => after === '```')).toBe(true);
  });

  it('repeats the first row of a table as text, and nothing of code', () => {
    const document = writeText({ type: 'root', children: [table(60), code(60)] });
    const parts = cutParts(document, { maxTokens: 80 });
    expect(whole(parts)).toBe(document.text);
    for (const part of parts) expect(part.before).toBe(part.own.startsWith('boat') ? 'Name\tSize\n' : '');
  });

  it('carries the definitions of the links of a part', () => {
    const link = (i: number): Block => ({
      type: 'paragraph',
      children: [
        { type: 'link', url: `https://example.com/${i % 7}`, title: null, children: [text(words)] },
        text(' [3] as text'),
      ],
    });
    const root: Root = { type: 'root', children: Array.from({ length: 20 }, (_, i) => link(i)) };
    const document = writeMarkdown(root, { links: 'reference' });
    const parts = cutParts(document, { maxTokens: 120 });
    expect(whole(parts)).toBe(document.text);
    expect(parts.length).toBeGreaterThan(4);
    for (const part of parts) {
      const used = new Set([...shown(part).matchAll(/\]\[(\d+)\]/g)].map(([, label]) => label));
      const defined = [...shown(part).matchAll(/^\[(\d+)\]: https/gm)].map(([, label]) => label);
      expect(new Set(defined).size).toBe(defined.length);
      for (const label of used) expect(defined).toContain(label);
      expect(estimateTokens(shown(part))).toBeLessThanOrEqual(120);
    }
  });

  it('counts the lines of the definitions that a part carries', () => {
    const link = (i: number): Block => ({
      type: 'paragraph',
      children: [{ type: 'link', url: `https://example.com/${i}`, title: null, children: [text(words)] }],
    });
    const root: Root = { type: 'root', children: Array.from({ length: 40 }, (_, i) => link(i)) };
    const document = writeMarkdown(root, { links: 'reference' });
    for (let maxTokens = 80; maxTokens <= 120; maxTokens++)
      for (const part of cutParts(document, { maxTokens }))
        expect(estimateTokens(shown(part)), `of ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
  });

  it('says of a part that one line of it is longer than a part', () => {
    const document = markdownOf(paragraph('short'), paragraph(`${words} `.repeat(20)), paragraph('short'));
    const parts = cutParts(document, { maxTokens: 60 });
    expect(whole(parts)).toBe(document.text);
    expect(parts.map(({ isOver }) => isOver)).toEqual([false, true, false]);
  });

  it('tears what is longer than the most bytes, at a blank where there is one', () => {
    for (const value of [`${words} `.repeat(2000), '\u{1F6A2}'.repeat(30_000), `"\\${'x'.repeat(50_000)}`]) {
      const document = markdownOf(paragraph(value), table(3000), code(3000));
      const parts = cutParts(document, { maxBytes: 10_000 });
      expect(whole(parts)).toBe(document.text);
      for (const part of parts) {
        expect(jsonLength(shown(part))).toBeLessThanOrEqual(12_500);
        expect(shown(part).isWellFormed()).toBe(true);
      }
    }
  });

  it('repeats no more than a few times the document: a long head over many rows, a long fence, a long address', () => {
    const wide: Block = {
      type: 'table',
      align: [null],
      children: [row(words.repeat(200)), ...Array.from({ length: 400 }, () => row('x'))],
    };
    const fenced: Block = {
      type: 'code',
      lang: null,
      meta: null,
      value: `${'`'.repeat(20_000)}${'\nx'.repeat(1000)}`,
    };
    const url = `https://example.com/${'x'.repeat(20_000)}`;
    const linked = Array.from(
      { length: 1000 },
      (): Block => ({
        type: 'paragraph',
        children: [{ type: 'link', url, title: null, children: [text('x')] }],
      }),
    );
    for (const blocks of [[wide], [fenced], linked]) {
      const document = writeMarkdown({ type: 'root', children: blocks }, { links: 'reference' });
      const parts = cutParts(document, { maxTokens: 50 });
      expect(whole(parts)).toBe(document.text);
      const repeated = parts.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
      expect(repeated).toBeLessThan(9 * document.text.length);
    }
  });

  it('makes one part of a short document, and none of nothing', () => {
    const one = { before: '', own: words, after: '', isOver: false };
    expect(cutParts(markdownOf(paragraph(words)), { maxTokens: 1000 })).toEqual([one]);
    expect(cutParts(markdownOf(), { maxTokens: 1000 })).toEqual([]);
  });

  const bounds: fc.Arbitrary<PartBounds> = fc.record(
    { maxTokens: fc.integer({ min: 5, max: 80 }), maxBytes: fc.integer({ min: 100, max: 800 }) },
    { requiredKeys: [] },
  );
  it('loses and adds nothing, whatever is cut', () => {
    fc.assert(
      fc.property(content, bounds, fc.constantFrom('inline', 'reference'), (root, most, links) => {
        for (const document of [writeMarkdown(root, { links }), writeText(root)]) {
          const parts = cutParts(document, most);
          expect(whole(parts)).toBe(document.text);
          for (const { own } of parts) expect(own).not.toBe('');
        }
      }),
      runs(1000),
    );
  });
});
