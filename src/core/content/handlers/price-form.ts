import { elementBeside, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';

/** Boxes around the forms of a price of which one says whether it is on sale. */
const MAX_BOXES = 2;

/**
 * Whether a form of a price is the one that is not shown: themes of Shopify (Dawn and those made from it) write each price as
 * asked always (`price__regular`) and as asked in a sale (`price__sale`), and the class of the price shows one of them.
 */
export function isUnusedPrice(node: HtmlNode, b: Builder): boolean {
  // The form for a sale: the new price and the old one.
  const isOfSale = b.at.roles.has(ROLE.priceOfSale);
  const other = elementBeside(node, isOfSale ? 'prev' : 'next');
  if (other === null || !b.roles.has(other, ROLE.priceForm) || b.removedBy[other.index] !== 0) return false;
  let box = node.parent;
  for (let level = 0; level < MAX_BOXES && box !== null; level++, box = box.parent) {
    if (b.roles.has(box, ROLE.priceBox)) return b.roles.has(box, ROLE.priceOnSale) !== isOfSale;
  }
  return false;
}
