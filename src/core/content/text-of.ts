import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import { TEXT } from '../html/tree.ts';

/** A text over more nodes than this is no label and no formula. */
const MAX_NODES = 4000;

const SILENT = new Set(['script', 'style', 'svg', 'button']);

/** Text of the descendants of `node`, without scripts, styles and buttons, at most `max` characters: for short labels. */
export function textOf(doc: HtmlDocument, node: HtmlNode, max = 400): string {
  let out = '';
  const end = Math.min(node.end, node.index + MAX_NODES);
  for (let i = node.index; i < end && out.length < max; ) {
    const n = doc.nodes[i]!;
    if (n.kind === TEXT) out += n.text;
    else if (i !== node.index && SILENT.has(n.tag)) {
      i = n.end;
      continue;
    }
    i++;
  }
  return out;
}

/** `textOf` with white space collapsed and trimmed. */
export function labelOf(doc: HtmlDocument, node: HtmlNode, max = 400): string {
  return textOf(doc, node, max).replace(/\s+/g, ' ').trim();
}
