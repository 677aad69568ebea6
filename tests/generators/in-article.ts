import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { sketch } from '../constructs/sketch.ts';
import { dollarMath } from '../support/dollar-math.mjs';

/** The address of every page, against which its own are resolved. */
export const PAGE = 'https://example.com/docs/page';
const BEFORE = 'The construct comes after this sentence';
const AFTER = 'The construct has ended before this sentence';
const PROSE =
  '<p>Around it stands an article in plain prose, long enough that whoever looks for the content of a page finds it here, and not in the links above or below.</p>';

/** A page whose article holds a construct between paragraphs; it loads MathJax, as those of most generators with formulas do. */
export function inArticle(html: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>Constructs</title><script async src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-chtml.js"></script></head><body><nav><a href="/">Home</a></nav><main><article><h1>Constructs</h1>${PROSE.repeat(2)}<p>${BEFORE}.</p>\n${html}\n<p>${AFTER}.</p>${PROSE.repeat(2)}</article></main></body></html>`;
}

/** The tree of what stands between the two sentences, then the notes, as lines; null where a sentence is lost. */
export function treeOfConstruct(markdown: string): string | null {
  const { children } = parseMarkdown(markdown);
  const from = children.findIndex((node) => textOf(node).includes(BEFORE));
  const to = children.findIndex((node) => textOf(node).includes(AFTER));
  if (from < 0 || to <= from) return null;
  const between = children.slice(from + 1, to).filter((node) => !isNote(node));
  return lines([...between, ...children.filter(isNote)]);
}

/** The tree of Markdown alone, in the same order. */
export function treeOf(markdown: string): string {
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
