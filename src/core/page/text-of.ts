import { withSingleSpaces } from '../html/blank.ts';
import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { BLOCK } from './element-kind.ts';

/** A text over more nodes than this is no label and no formula. */
const MAX_NODES = 4000;

const SILENT = new Set(['script', 'style', 'svg', 'button']);

/**
 * Text of the descendants of `node`, blocks parted by a blank, without scripts, styles and buttons, at most `max` characters: for short
 * labels.
 */
export function textOf(doc: HtmlDocument, node: HtmlNode, max = 400, shape = asIs): string {
  let out = '';
  const end = Math.min(node.end, node.index + MAX_NODES);
  let i = node.index;
  for (; i < end && out.length < max; i++) {
    const n = doc.nodes[i]!;
    if (n.kind === TEXT) out += shape(n.text, out);
    else if (i === node.index) continue;
    else if (SILENT.has(n.tag)) i = n.end - 1;
    else if (BLOCK.has(n.tag) && out !== '' && !out.endsWith(' ')) out += ' ';
  }
  doc.budget.spend(i - node.index, 'reading labels');
  return out;
}

const asIs = (text: string, _before: string): string => text;

/** `textOf` with white space collapsed and trimmed, also before it is counted: sources indent their lines. */
export function labelOf(doc: HtmlDocument, node: HtmlNode, max = 400): string {
  return textOf(doc, node, max, collapsed).trim();
}

/** What a text adds to another one with all white space collapsed. */
function collapsed(text: string, before: string): string {
  return withSingleSpaces(before === '' || before.endsWith(' ') ? text.trimStart() : text);
}

/** Whether an element has words, those of buttons apart. */
export function hasWords(doc: HtmlDocument, node: HtmlNode): boolean {
  return labelOf(doc, node, 1) !== '';
}
