import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
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
