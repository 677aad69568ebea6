import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { labelOf } from '../text-of.ts';

/** Longest name of a rating, and how one is told: a number of stars, or out of five, ten or a hundred. */
const MAX_CHARS = 60;
const RATING = /\d\s*(?:stars?|★)|\d\s*(?:\/|\p{L}{1,4}(?:\s\p{L}{2})?)\s*(?:5|10|100)(?!\d)/iu;

/**
 * What drawn stars say to screen readers, behind words or in the cell of a table: "4.5 out of 5 stars". Null for other drawings,
 * where words beside say it, and ahead of a line: cards of products.
 */
export function handleRating(node: HtmlNode, b: Builder): boolean | null {
  const label = attr(node, 'aria-label') ?? '';
  if (label.length > MAX_CHARS || !RATING.test(label) || labelOf(b.doc, node, 8) !== '') return null;
  if (b.owner('cell') === null && !b.frame.filled) return null;
  const number = /\d[\d.,]*/.exec(label)![0];
  if (node.parent !== null && labelOf(b.doc, node.parent, 2 * MAX_CHARS).includes(number)) return null;
  b.space();
  b.text(label);
  b.space();
  return false;
}
