import { type HtmlNode, isAlone } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';

const NO_BACKGROUND = /^(?:transparent|none|(?:rgb|hsl)a\([^)]*[,/]\s*0(?:\.0+)?%?\s*\))$/;

/** Whether a `<mark>` highlights: one without a background colours its words or counts them. */
export function isHighlight(node: HtmlNode, { at }: Builder): boolean {
  if (at.roles.has(ROLE.noHighlight)) return false;
  const background = styleOf(node, 'background-color') || styleOf(node, 'background');
  return !NO_BACKGROUND.test(background);
}

/** A price, or the sign between two: a currency or a digit or two, no word. */
const PRICE = /^(?=.*\d)(?=.*(?:\p{Sc}|\p{L}))(?!.*\p{L}{4}).{2,30}$/u;
/** Whether a text is a price and no more. */
export function isPrice(text: string): boolean {
  return PRICE.test(text);
}

/** Elements between the old price and the new one. */
const MAX_BETWEEN = 4;

/** Whether an `<ins>` is an insertion that a reader is to see: not a new price after the old one, nor a comma. */
export function isInsertion(node: HtmlNode, b: Builder): boolean {
  const text = labelOf(b.doc, node, 40);
  return !/^\p{P}+$/u.test(text) && !(isPrice(text) && followsDeletion(node));
}

function followsDeletion({ prev }: HtmlNode): boolean {
  let before = prev;
  for (let steps = 0; before !== null && steps < MAX_BETWEEN; steps++) {
    if (before.tag === 'del' || before.tag === 's') return true;
    before = before.prev;
  }
  return false;
}

const BLOCKS = new Set(['p', 'li', 'dd', 'div', 'td', 'figcaption', 'footer', 'section']);
/** A citation of more characters than this is a reference, not a title. */
const MAX_TITLE_CHARS = 120;

/** Whether a `<cite>` names a work within a text, and so is set apart: not a whole reference, emphasised in parts. */
export function isTitleOfWork(node: HtmlNode, b: Builder): boolean {
  const isAllOfBlock = BLOCKS.has(node.parent?.tag ?? '') && isAlone(node);
  if (b.at.roles.has(ROLE.citation) || isAllOfBlock) return false;
  if (labelOf(b.doc, node, MAX_TITLE_CHARS + 1).length > MAX_TITLE_CHARS) return false;
  return !b.doc.elements.hasWithin(node, 'i', 'em');
}
