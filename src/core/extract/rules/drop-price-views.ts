import { siblingElement } from '../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';
import { blockRange } from '../page/block-range.ts';
import { ClassTest } from '../page/class-test.ts';
import { markCopies } from '../prune.ts';

/** Boxes that themes of Shopify write for a product with and without a sale, and the box around them for one on sale. */
const VIEW = /(?:^|\s)price__(?:regular|sale)(?=\s|$)/;
const SALE = /(?:^|\s)price__sale(?=\s|$)/;
const ON_SALE = /(?:^|\s)price--on-sale(?=\s|$)/;
/** Elements between a view and the box that tells of the sale. */
const MAX_HEIGHT = 3;

/**
 * Drops the view of a price that the style sheet hides: themes of Shopify write every price twice, as the regular one and as
 * that of a sale, and a class of the box around both tells which is shown. Marks them as `COPY` in `keep`.
 */
export function dropPriceViews(a: Annotation, keep: Uint8Array): void {
  const views = new ClassTest(a, (name) => VIEW.test(name));
  for (const node of views.elements()) {
    if (!hasOtherView(node, views)) continue;
    if (SALE.test(attr(node, 'class')!) !== isOnSale(node)) markCopies(keep, ...blockRange(a, node.index));
  }
}

function hasOtherView(node: HtmlNode, views: ClassTest): boolean {
  return (['prev', 'next'] as const).some((side) => {
    const beside = siblingElement(node, side);
    return beside !== null && views.has(beside.index);
  });
}

function isOnSale(view: HtmlNode): boolean {
  let box = view.parent;
  for (let height = 0; height < MAX_HEIGHT && box !== null; height++, box = box.parent)
    if (ON_SALE.test(attr(box, 'class') ?? '')) return true;
  return false;
}
