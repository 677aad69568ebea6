import { attr, type HtmlNode, TEXT } from '../../html/tree.ts';
import { isBlank } from '../blank.ts';
import type { Builder } from '../builder.ts';

/** Inline elements that rows of boxes are made of. */
const PIECES = new Set('span label a b strong i em s del ins time'.split(' '));
/** Nodes of a box within which its text begins. */
const MAX_DESCENT = 8;
/** Scripts that write no blanks between words. */
const UNPARTED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Puts a blank ahead of a box that touches the one before it in its row. */
export function partFromPrevious(node: HtmlNode, b: Builder): void {
  if (isNextPiece(node, b)) b.space();
}

/** Whether two boxes of a row touch where a word cannot go on: a name and its role, a price and a hint. */
function isNextPiece(node: HtmlNode, b: Builder): boolean {
  const { prev, parent } = node;
  if (prev === null || !PIECES.has(prev.tag) || parent === null) return false;
  const { nodes } = b.doc;
  const end = Math.min(node.end, node.index + MAX_DESCENT);
  let first = node.index + 1;
  while (first < end && nodes[first]!.kind !== TEXT) first++;
  if (first >= end) return false;
  const [before, after] = [nodes[prev.end - 1]!.text, nodes[first]!.text];
  const isApart = areLinks(prev, node) || isBreak(before.slice(-12), after.slice(0, 12));
  return isApart && !(isWord(prev, before) && isWord(node, after)) && isRow(parent, b);
}

/** Links to two places in a row of boxes; in a paragraph they are its text. */
function areLinks(prev: HtmlNode, node: HtmlNode): boolean {
  if (prev.tag !== 'a' || node.tag !== 'a' || node.parent?.tag === 'p') return false;
  const target = attr(node, 'href');
  return target !== null && target !== attr(prev, 'href');
}

/** One word in an element without a class: a part of a name in two colours. */
function isWord(node: HtmlNode, text: string): boolean {
  return node.tag === 'span' && attr(node, 'class') === null && /^\p{L}+$/u.test(text);
}

/** Whether an element has no text of its own, so that its children are boxes; found out once for each. */
export function isRow(parent: HtmlNode, b: Builder): boolean {
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

/**
 * Where two texts that touch are not one word: a small letter or a digit before a capital, capitals before a capitalised
 * word, a letter beside a digit but for ordinals, a digit before a number with a unit, anything before a sign of
 * currency, a word before a count in brackets or after `#`.
 */
function isBreak(before: string, after: string): boolean {
  if (!/\S[\p{L}\p{N}%+)]$/u.test(before) || UNPARTED.test(before.slice(-1) + after.slice(0, 1)))
    return false;
  if (/^(?:\p{Sc}|[(#]\d)/u.test(after)) return true;
  if (/\p{N}$/u.test(before))
    return /^(?:\p{L}{2}|\p{Lu}\P{L}|\d[\d.,]*\s?[%\p{L}])/u.test(after) && !/^(?:st|nd|rd|th)\b/.test(after);
  if (/\p{L}$/u.test(before) && /^\p{N}/u.test(after)) return true;
  if (/[\p{Ll}%+)]$/u.test(before)) return /^\p{Lu}[\p{L}\p{N}]/u.test(after);
  return /\p{Lu}{2}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(after);
}
