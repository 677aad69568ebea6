import { type HtmlNode, TEXT } from '../../html/tree.ts';
import { isBlank } from '../blank.ts';
import type { Builder } from '../builder.ts';

/** Inline elements that rows of boxes are made of. */
const PIECES = new Set(['span', 'label', 'a', 'b', 'strong', 'time']);

/** Nodes of a box within which its text begins. */
const MAX_DESCENT = 8;

/** Whether two boxes of a row touch where a word cannot go on: a name and its role, a price and a hint. */
export function isNextPiece(node: HtmlNode, b: Builder): boolean {
  const { prev, parent } = node;
  if (prev === null || !PIECES.has(prev.tag) || parent === null) return false;
  const { nodes } = b.doc;
  const end = Math.min(node.end, node.index + MAX_DESCENT);
  let first = node.index + 1;
  while (first < end && nodes[first]!.kind !== TEXT) first++;
  if (first >= end) return false;
  const [before, after] = [nodes[prev.end - 1]!.text.slice(-4), nodes[first]!.text.slice(0, 4)];
  return isBreak(before, after) && isRow(parent, b);
}

/** Whether an element has no text of its own; found out once for each. */
function isRow(parent: HtmlNode, b: Builder): boolean {
  const rows = b.recall('rows', () => new Map<HtmlNode, boolean>());
  let known = rows.get(parent);
  if (known === undefined) {
    known = true;
    for (let child = parent.first; child !== null; child = child.next)
      if (child.kind === TEXT && !isBlank(child.text)) known = false;
    rows.set(parent, known);
  }
  return known;
}

/** A small letter or a digit before a capital, a letter beside a digit, anything before a sign of currency. */
function isBreak(before: string, after: string): boolean {
  if (!/\S[\p{L}\p{N}%+)]$/u.test(before) || !/^[\p{L}\p{N}\p{Sc}]{2}/u.test(after)) return false;
  return (
    /^\p{Sc}/u.test(after) ||
    (/[\p{Ll}\p{N}%+)]$/u.test(before) && /^\p{Lu}/u.test(after)) ||
    (/\p{L}$/u.test(before) && /^\p{N}/u.test(after)) ||
    (/\p{N}$/u.test(before) && /^\p{L}/u.test(after))
  );
}
