import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { normalizeContent } from '../content/normalize.ts';
import type { Block, Inline, Root, TableRow } from '../content/tree.ts';
import { content, inlineRun, withNote } from './generate-content.fixture.ts';
import { exactOutline, outline } from './outline-content.fixture.ts';
import { parseMarkdown } from './parse-markdown.fixture.ts';
import { runs } from './property-runs.fixture.ts';
import { writeMarkdown } from './write.ts';

const TIME_LIMIT_MS = 3_600_000;

const FLAGS: Readonly<Record<string, string>> = { emphasis: 'e', strong: 's', delete: 'd' };

/** Each letter and digit of the paragraphs, headings and tables among `blocks`, with the emphasis on it. */
function weights(blocks: readonly Block[]): { readonly letter: string; readonly marks: Set<string> }[] {
  const out: { letter: string; marks: Set<string> }[] = [];
  const visit = (run: readonly Inline[], marks: Set<string>): void => {
    for (const node of run) {
      if (node.type === 'text')
        for (const letter of node.value.match(/[\p{L}\p{N}]/gu) ?? []) out.push({ letter, marks });
      else if ('children' in node) {
        const flag = FLAGS[node.type];
        visit(node.children, flag === undefined ? marks : new Set([...marks, flag]));
      }
    }
  };
  for (const block of blocks) {
    if (block.type === 'paragraph' || block.type === 'heading') visit(block.children, new Set());
    else if (block.type === 'table')
      for (const row of block.children) for (const cell of row.children) visit(cell.children, new Set());
  }
  return out;
}

const inRow = (children: Inline[]): TableRow => ({
  type: 'tableRow',
  children: [
    { type: 'tableCell', children },
    { type: 'tableCell', children: [{ type: 'text', value: 'z' }] },
  ],
});

/** Where a run of text can stand, each with its own dangers. */
const PLACES: readonly (readonly [string, (children: Inline[]) => Block])[] = [
  ['paragraph', (children) => ({ type: 'paragraph', children })],
  ['heading', (children) => ({ type: 'heading', depth: 2, children })],
  ['cell', (children) => ({ type: 'table', align: [null, 'right'], children: [inRow(children)] })],
];

function survives(root: Root): void {
  const before = outline(root);
  const letters = weights(root.children);
  const markdown = writeMarkdown(root, { linkTitles: true }).text;
  const once = parseMarkdown(markdown);
  expect(outline(once)).toBe(before);
  weights(once.children).forEach(({ marks }, i) => {
    for (const mark of marks)
      if (!letters[i]!.marks.has(mark)) throw new Error(`Invented ${mark}: ${markdown}`);
  });
  const exact = exactOutline(once);
  expect(exactOutline(parseMarkdown(writeMarkdown(once, { linkTitles: true }).text))).toBe(exact);
}

describe('writeMarkdown', () => {
  test.each(PLACES)(
    'parses back to any text of a %s, without invented emphasis, and stays so',
    (_, place) => {
      const property = fc.property(inlineRun, (run) => survives(normalizeContent(withNote([place(run)]))));
      fc.assert(property, runs(150));
    },
    TIME_LIMIT_MS,
  );

  test(
    'parses back to any tree of blocks, and stays so',
    () => {
      const property = fc.property(content, (root) => survives(normalizeContent(root)));
      fc.assert(property, runs(60));
    },
    TIME_LIMIT_MS,
  );

  test(
    'with references parses back to any text too',
    () => {
      const property = fc.property(inlineRun, (run) => {
        const root = normalizeContent(withNote([{ type: 'paragraph', children: run }]));
        const before = outline(root);
        expect(
          outline(parseMarkdown(writeMarkdown(root, { links: 'reference', linkTitles: true }).text)),
        ).toBe(before);
      });
      fc.assert(property, runs(100));
    },
    TIME_LIMIT_MS,
  );

  test('of many runs gives up the emphasis of hardly a letter', () => {
    const numRuns = isFull ? 1000 : 100;
    let marked = 0;
    let lost = 0;
    for (const run of fc.sample(inlineRun, { numRuns, seed: 1 })) {
      const root = normalizeContent(withNote([{ type: 'paragraph', children: run }]));
      const before = weights(root.children);
      const after = weights(parseMarkdown(writeMarkdown(root, { linkTitles: true }).text).children);
      before.forEach(({ marks }, i) => {
        marked += marks.size;
        for (const mark of marks) if (!after[i]!.marks.has(mark)) lost++;
      });
    }
    expect(marked).toBeGreaterThan(4 * numRuns);
    expect(lost / marked).toBeLessThan(0.005);
  });
});

describe('addresses', () => {
  const LIVE = /^(?:https?:|mailto:|(?![a-z][a-z\d+.-]*:))/i;
  const scheme = fc.constantFrom(
    ...[
      'javascript:',
      'JaVaScRiPt:',
      'java\nscript:',
      ' javascript:',
      '\u0001javascript:',
      'javascript&colon;',
    ],
    ...[
      '&#106;avascript:',
      'data:text/html,',
      'vbscript:',
      'file:///',
      'blob:',
      'http:',
      'https://a/',
      'mailto:',
    ],
  );
  const address = fc
    .tuple(scheme, fc.constantFrom('alert(1)', '//x', 'x@y.z', ')"', '<a>', ''))
    .map((parts) => parts.join(''));
  const hostile = fc.tuple(address, address, fc.boolean()).map(([url, text, isImage]): Inline => {
    const children: Inline[] = [{ type: 'text', value: text }];
    return isImage
      ? { type: 'image', url, title: text, alt: text }
      : { type: 'link', url, title: text, children };
  });

  test.each(['inline', 'reference'] as const)(
    'of links written %s have no scheme but http, https and mailto',
    (links) => {
      fc.assert(
        fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), (run) => {
          const markdown = writeMarkdown(normalizeContent(withNote([{ type: 'paragraph', children: run }])), {
            links,
            linkTitles: true,
          }).text;
          for (const [, url] of JSON.stringify(parseMarkdown(markdown)).matchAll(
            /"url":"((?:[^"\\]|\\.)*)"/g,
          )) {
            const shown = (JSON.parse(`"${url}"`) as string).replace(/[\u0000-\u0020]+/g, '');
            if (!LIVE.test(shown)) throw new Error(`Live ${shown} in ${markdown}`);
          }
        }),
        runs(400),
      );
    },
  );
});
