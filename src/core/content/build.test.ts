import { describe, expect, it } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { parseHtml } from '../html/parse.ts';
import type { ConvertOptions } from '../options.ts';
import { annotate } from '../page/annotate.ts';
import { buildContent } from './build.ts';
import type { Root } from './tree.ts';

function build(html: string, options: ConvertOptions = {}, url = 'https://example.com/a/b'): Root {
  const doc = parseHtml(html, url);
  return buildContent(annotate(doc), { removedBy: new Uint8Array(doc.nodes.length), steps: [] }, options);
}

/** Depth of the tree of blocks and inlines. */
function depthOf(root: unknown): number {
  let deepest = 0;
  const open: [unknown, number][] = [[root, 0]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [node, depth] = top;
    deepest = Math.max(deepest, depth);
    const { children } = node as { children?: unknown[] };
    for (const child of children ?? []) open.push([child, depth + 1]);
  }
  return deepest;
}

const LEVELS = 10_000;
const NESTED = [
  'div',
  'blockquote',
  'ul><li',
  'ol><li',
  'table><tr><td',
  'dl><dd',
  'details',
  'b',
  'span',
  'sub',
  'a href=/x',
  'h2',
  'pre',
  'code',
  'my-box',
  'div class="admonition note"',
  'div class=highlight',
  'div class=footnotes',
  'div role=tablist',
  'span class=katex',
  'span class=math',
  'math><mrow',
];

const TEXT = `<p>${'Wax drips from the candle all night. '.repeat(4)}</p>`;

describe('buildContent', () => {
  it.each(NESTED)('keeps the innermost text of %s nested 10,000 deep, in a tree of bounded depth', (tag) => {
    const root = build(`${`<${tag}>`.repeat(LEVELS)}INNERMOST`);
    expect(JSON.stringify(root)).toContain('INNERMOST');
    expect(depthOf(root)).toBeLessThan(160);
  });

  it.each([
    ['one item of three', `<li>${TEXT}<li>b<li>c`, false],
    ['most items', `<li>${TEXT}<li>${TEXT}<li>c`, true],
    ['all items', `<li>${TEXT}`, true],
    ['all bare items, a line each,', '<li><p>a</p><li><p>b</p><ul><li>c</ul>', true],
    ['all styled items, a line each,', '<li class="x"><p>a</p><li class="x"><p>b</p><ul><li>c</ul>', false],
    ['all styled items, a text each,', `<li class="x">${TEXT}<li class="x">${TEXT}`, true],
  ])('tells whether a list is loose of which %s hold paragraphs: %j', (_, items, spread) => {
    expect(build(`<ul>${items}</ul>`).children[0]).toMatchObject({ type: 'list', spread });
  });

  it('passes over subtrees that the selection removed', () => {
    const doc = parseHtml('<p>a</p><div><p>b</p></div><p>c</p>', '');
    const removedBy = new Uint8Array(doc.nodes.length);
    removedBy[doc.nodes.findIndex((node) => node.tag === 'div')] = 1;
    expect(JSON.stringify(buildContent(annotate(doc), { removedBy, steps: ['model'] }, {}))).not.toContain(
      '"b"',
    );
  });

  it('parts what a removed block stood between', () => {
    const doc = parseHtml('<div>one<div>x</div>two<b>x</b>three</div>', '');
    const removedBy = new Uint8Array(doc.nodes.length);
    for (const node of doc.nodes) if (node.first?.text === 'x') removedBy[node.index] = 1;
    expect(buildContent(annotate(doc), { removedBy, steps: ['model'] }, {}).children).toEqual([
      { type: 'paragraph', children: [{ type: 'text', value: 'one' }] },
      { type: 'paragraph', children: [{ type: 'text', value: 'twothree' }] },
    ]);
  });

  it('keeps a reference as it stands when its note was removed', () => {
    const doc = parseHtml(
      '<p>a<sup><a href="#n" id="r">1</a></sup></p><p id="n"><a href="#r">1</a> note</p>',
      '',
    );
    const removedBy = new Uint8Array(doc.nodes.length);
    removedBy[doc.nodes.findIndex((node) => node.attrs.some((a) => a.value === 'n'))] = 1;
    expect(JSON.stringify(buildContent(annotate(doc), { removedBy, steps: ['model'] }, {}))).not.toContain(
      'footnote',
    );
  });

  it('leaves relative links as they are when the page has no address', () => {
    expect(JSON.stringify(build('<a href="../x">a</a>', {}, ''))).toContain('"url":"../x"');
  });

  it('takes line breaks of the source out of inline code, not the blanks of a line', () => {
    const root = build('<p><code>rewrite\n     <i>regex</i>  [flag];</code></p>');
    expect(JSON.stringify(root)).toContain('"rewrite regex  [flag];"');
  });

  it('is a function of its input: the same tree twice', () => {
    const html = '<p>a<sup><a href="#n" id="r">1</a></sup></p><ol><li id="n">x <a href="#r">↩</a></li></ol>';
    expect(build(html)).toEqual(build(html));
  });

  it('does not expand spans beyond its limit', () => {
    const cell = '<td rowspan="65534" colspan="1000">x</td><td>y</td>';
    const root = build(`<table><tr><th>a</th><th>b</th></tr>${`<tr>${cell}</tr>`.repeat(500)}</table>`);
    expect(JSON.stringify(root).length).toBeLessThan(20_000_000);
  });

  it('keeps all cells of a large table, and of one that would be next to nothing but padding', () => {
    const rows = (n: number, row: string): string => row.repeat(n);
    const tables = [
      `<table><tr><th>a<th>b${rows(isFull ? 110_000 : 5_000, '<tr><td>1<td>2')}<tr><td>LAST<td>x</table>`,
      `<table><tr>${rows(1000, '<th>h')}${rows(2000, '<tr><td>1')}<tr><td>LAST</table>`,
      `<table>${rows(3000, '<tr><td rowspan=9999>1<td rowspan=9999>2')}<tr><td>LAST</table>`,
      `<table><tr><td colspan=1000>Title${rows(300, '<tr><td>1<td>2')}<tr><td>LAST<td>x</table>`,
    ].map((html) => JSON.stringify(build(html)));
    for (const table of tables) expect(table).toContain('LAST');
    expect(tables.map((table) => table.includes('"table"'))).toEqual([true, false, false, true]);
    expect(tables[1]!.length).toBeLessThan(1_000_000);
  });
});
