import type { HtmlNode } from '../../html/tree.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { openMark } from './inline.ts';
import { isPrice } from './mark-sense.ts';

/** An amount of money: a sign of currency beside a number. */
const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}/gu;
/** Boxes around an old price in which the new one stands, and their longest text. */
const MAX_HEIGHT = 3;
const MAX_CONTAINER_CHARS = 200;

/** A price that its class calls the old one, beside another price: shops strike it with a style sheet. */
export function handleOldPrice(node: HtmlNode, b: Builder): null {
  if (isPrice(labelOf(b.doc, node, 40)) && isBesidePrice(node, b)) openMark(node, b, 'delete');
  return null;
}

function isBesidePrice(node: HtmlNode, b: Builder): boolean {
  let container = node.parent;
  for (let level = 0; level < MAX_HEIGHT && container !== null; level++, container = container.parent) {
    const text = labelOf(b.doc, container, MAX_CONTAINER_CHARS);
    if (text.length >= MAX_CONTAINER_CHARS) return false;
    if ((text.match(AMOUNT)?.length ?? 0) > 1) return true;
  }
  return false;
}
