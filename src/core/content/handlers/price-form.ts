import { attr, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';
import { elementBeside } from './element-beside.ts';

/** Boxes around the forms of a price of which one says whether it is on sale. */
const MAX_BOXES = 2;
const PRICE = /(?:^|\s)price(?=\s|$)/;
const ON_SALE = /(?:^|\s)price--on-sale(?=\s|$)/;
/** The form for a sale: the new price and the old one. */
const SALE_FORM = /(?:^|\s)price__sale(?=\s|$)/;

/**
 * Whether a form of a price is the one that is not shown: themes of Shopify (Dawn and those made from it) write each price as
 * asked always (`price__regular`) and as asked in a sale (`price__sale`), and the class of the price shows one of them.
 */
export function isUnusedPrice(node: HtmlNode, b: Builder): boolean {
  const other = elementBeside(node, SALE_FORM.test(b.at.cls) ? 'prev' : 'next');
  if (other === null || !b.roles.has(other, ROLE.priceForm) || b.removedBy[other.index] !== 0) return false;
  let box = node.parent;
  for (let level = 0; level < MAX_BOXES && box !== null; level++, box = box.parent) {
    const cls = attr(box, 'class') ?? '';
    if (PRICE.test(cls)) return ON_SALE.test(cls) !== SALE_FORM.test(b.at.cls);
  }
  return false;
}
