import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { type Case, splitCases } from '../constructs/read-cases.ts';
import { dollarMath } from '../support/dollar-math.mjs';

const OF_LINES = new Set(['blockquote', 'footnoteDefinition', 'list', 'listItem', 'root', 'table']);

/**
 * The lines that a reader of Markdown sees, without its signs: one for every line of a paragraph, a heading or a code block and
 * for every row of a table, whose cells have a blank between them. The note beside the language of a code block is a line too,
 * and a break between scenes is `* * *`, however it is written.
 */
export function plainLines(markdown: string): string[] {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false }), dollarMath()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  return blockLines(tree);
}

function blockLines(node: Nodes): string[] {
  if (OF_LINES.has(node.type)) return children(node).flatMap(blockLines);
  if (node.type === 'thematicBreak') return ['* * *'];
  if (node.type === 'code') return [...(node.meta ? [node.meta] : []), ...node.value.split('\n')];
  if (node.type === 'tableRow') return [node.children.map(inlineText).join(' ')];
  return inlineText(node).split('\n');
}

function inlineText(node: Nodes): string {
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.value;
  return 'alt' in node ? (node.alt ?? '') : children(node).map(inlineText).join('');
}

function children(node: Nodes): readonly Nodes[] {
  return 'children' in node ? node.children : [];
}

/** A page, and what a reader wants of it. */
export interface ExtractionCase extends Omit<Case, 'expected'> {
  /** Texts that stay, in the order of the page. */
  readonly stays: readonly string[];
  /** Texts that go. */
  readonly goes: readonly string[];
  /** Lines, each with its sign, that do not hold yet. */
  readonly known: readonly string[];
}

/**
 * Cases whose expected part says `+ text that stays` or `- text that goes`, one a line, with `? ` ahead of those that do not
 * hold yet. Throws for any other line, a text that is empty and a case that expects nothing.
 */
export function readCases(source: string): ExtractionCase[] {
  const cases = splitCases(source).map(({ expected, ...given }) => {
    const marked = expected.split('\n').map(folded);
    for (const line of marked)
      if (!/^(?:\? )?[+-] \S/.test(line))
        throw new Error(`Write "+ text" or "- text" in case "${given.name}"; got "${line}"`);
    const lines = marked.map((line) => line.replace(/^\? /, ''));
    const texts = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
    const known = lines.filter((line, i) => line !== marked[i]);
    return { ...given, stays: texts('+'), goes: texts('-'), known };
  });
  if (cases.length === 0) throw new Error('Expected a case "=== kind of page: what is promised", found none');
  return cases;
}

/** What of a case does not hold for the lines of a page's plain text: each line with its sign. */
export function brokenLines({ stays, goes }: ExtractionCase, plain: readonly string[]): string[] {
  const lines = plain.map(folded);
  const broken: string[] = [];
  let line = 0;
  let from = 0;
  for (const wanted of stays) {
    const at = lines.findIndex((it, i) => i >= line && it.includes(wanted, i === line ? from : 0));
    if (at < 0) {
      broken.push(`+ ${wanted}`);
      continue;
    }
    from = lines[at]!.indexOf(wanted, at === line ? from : 0) + wanted.length;
    line = at;
  }
  return [...broken, ...goes.filter((it) => lines.some((one) => one.includes(it))).map((it) => `- ${it}`)];
}

/** A text with one blank for every run of blanks. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
