import { readdirSync, readFileSync } from 'node:fs';
import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { splitCases } from '../constructs/read-cases.ts';
import { sketch } from '../constructs/sketch.ts';
import { dollarMath } from '../support/dollar-math.mjs';

/** The address of every page, against which its own are resolved. */
const PAGE = 'https://example.com/docs/page';
const BEFORE = 'The construct comes after this sentence';
const AFTER = 'The construct has ended before this sentence';
const PROSE =
  '<p>Around it stands an article in plain prose, long enough that whoever looks for the content of a page finds it here, and not in the links above or below.</p>';

/** A page whose article holds a construct between paragraphs; it loads MathJax, as those of most generators with formulas do. */
function inArticle(html: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>Constructs</title><script async src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-chtml.js"></script></head><body><nav><a href="/">Home</a></nav><main><article><h1>Constructs</h1>${PROSE.repeat(2)}<p>${BEFORE}.</p>\n${html}\n<p>${AFTER}.</p>${PROSE.repeat(2)}</article></main></body></html>`;
}

/** The tree of what stands between the two sentences, then the notes, as lines; null where a sentence is lost. */
function treeOfConstruct(markdown: string): string | null {
  const { children } = parseMarkdown(markdown);
  const from = children.findIndex((node) => textOf(node).includes(BEFORE));
  const to = children.findIndex((node) => textOf(node).includes(AFTER));
  if (from < 0 || to <= from) return null;
  const between = children.slice(from + 1, to).filter((node) => !isNote(node));
  return lines([...between, ...children.filter(isNote)]);
}

/** The tree of Markdown alone, in the same order. */
function treeOf(markdown: string): string {
  const { children } = parseMarkdown(markdown);
  return lines([...children.filter((node) => !isNote(node)), ...children.filter(isNote)]);
}

function lines(children: RootContent[]): string {
  const root: Root = { type: 'root', children };
  return sketch(root);
}

function isNote({ type }: Nodes): boolean {
  return type === 'footnoteDefinition';
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Markdown with GitHub's extensions and formulas, as its readers see it. */
function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false }), dollarMath()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
}

/** A construct as a generator wrote it. */
interface GeneratedCase {
  readonly name: string;
  readonly html: string;
  /** Markdown whose tree the page must have. */
  readonly markdown: string;
  /** Whether it is a failure that is known: it must fail. */
  readonly isKnown: boolean;
}

/** A name that begins with `? ` is that of a known failure. */
const named = (name: string) => ({ name: name.replace(/^\? /, ''), isKnown: name.startsWith('? ') });

/** Cases that were written from documentation: HTML in, Markdown out. */
function readDocumented(source: string): GeneratedCase[] {
  return splitCases(source).map(({ name, html, expected }) => ({ ...named(name), html, markdown: expected }));
}

/**
 * Cases that a generator ran: what it was given and the Markdown that is expected (`=`: just that), with what it made of them
 * (`=== name`, HTML). Throws where one of the two is without the other.
 */
function readRunning(source: string, made: string): GeneratedCase[] {
  const blocks = made.split(/^=== /m).slice(1);
  const htmlOf = new Map(
    blocks.map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]),
  );
  const cases = splitCases(source).map(({ name, html: given, expected }) => {
    const { name: bare, isKnown } = named(name);
    const html = htmlOf.get(bare);
    if (html === undefined) throw new Error(`Run "npm run fixtures": nothing is made of "${bare}"`);
    return { name: bare, html, markdown: expected === '=' ? given : expected, isKnown };
  });
  if (cases.length !== htmlOf.size)
    throw new Error(`Run "npm run fixtures": ${htmlOf.size} are made of ${cases.length} cases`);
  return cases;
}

const RUNNING = new URL('./running/', import.meta.url);
const DOCUMENTED = new URL('./documented/', import.meta.url);
const REPORTED = new URL('./reported/', import.meta.url);
const METADATA = 'metadata.cases';
const MADE = new URL('../../fixtures/made/generators/', import.meta.url);

/** The texts of the files of a folder, by their names. */
function textsIn(folder: URL): [name: string, text: string][] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => [name, readFileSync(new URL(name, folder), 'utf8')]);
}

/** A construct that somebody reported, in the page whose name stands ahead of a colon: `=== page: what`. */
function inItsPage({ name, html }: GeneratedCase): string {
  const page = new URL(`pages/${name.slice(0, name.indexOf(':'))}.html`, REPORTED);
  return readFileSync(page, 'utf8').replace('{{construct}}', () => html);
}

const joined = (folder: URL) => textsIn(folder).map(([, text]) => text);
const running = {
  title: 'generators that ran',
  cases: readRunning(joined(RUNNING).join('\n'), joined(MADE).join('\n')),
  pageOf: ({ html }: GeneratedCase) => inArticle(html),
};
const documented = textsIn(DOCUMENTED).map(([title, text]) => ({
  ...running,
  title,
  cases: readDocumented(text),
}));
const reported = textsIn(REPORTED)
  .filter(([name]) => name !== METADATA)
  .map(([title, text]) => ({ title: `reported: ${title}`, cases: readDocumented(text), pageOf: inItsPage }));

for (const { title, cases, pageOf } of [running, ...documented, ...reported]) {
  describe(title, () => {
    for (const one of cases) {
      const { name, markdown, isKnown } = one;
      it(name, () => {
        const written = convertHtml(pageOf(one), { url: PAGE }).markdown;
        const tree = treeOfConstruct(written);
        if (isKnown) expect(tree, `This holds now: remove "? " from its name`).not.toBe(treeOf(markdown));
        else expect(tree, written).toBe(treeOf(markdown));
      });
    }
  });
}

describe('reported: what pages say of themselves', () => {
  for (const { name, html, expected } of splitCases(readFileSync(new URL(METADATA, REPORTED), 'utf8')))
    it(name, () => expect(convertHtml(html, { url: PAGE }).extended).toMatchObject(JSON.parse(expected)));
});

describe('cases of generators', () => {
  it('are four hundred and more, most of generators that ran', () => {
    const ran = running.cases.length;
    expect(ran).toBeGreaterThanOrEqual(250);
    expect(documented.reduce((sum, { cases }) => sum + cases.length, ran)).toBeGreaterThanOrEqual(400);
  });

  it('are refused where what was made of them is another set', () => {
    const source = '=== ? a\nx\n==>\n=\n';
    expect(readRunning(source, '=== a\n<p>x</p>\n')).toEqual([
      { name: 'a', html: '<p>x</p>\n', markdown: 'x', isKnown: true },
    ]);
    for (const made of ['', '=== b\n<p>x</p>', '=== a\n<p>x</p>\n=== b\n'])
      expect(() => readRunning(source, made), made).toThrow('npm run fixtures');
  });
});
