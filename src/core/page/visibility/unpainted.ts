import { attr, type HtmlDocument } from '../../html/tree.ts';
import { isHiding } from './hidden-element.ts';

/** The attribute of what the browser of a rendered page does not paint, and of a root whose page it judged. */
export const UNPAINTED = 'data-pagemark-unpainted';

/**
 * Writes what the browser told of a rendered page into attributes, so that one place judges all pages (`hidden-element.ts`): what it does
 * not paint is `hidden`, and what hid an element that it paints all the same goes. Changes the document.
 */
export function applyUnpainted({ nodes, elements }: HtmlDocument): void {
  const [root] = elements.tagged('html');
  if (root === undefined || attr(root, UNPAINTED) === null) return;
  for (const node of nodes) {
    if (node.attrs.length === 0 || node === root) continue;
    if (attr(node, UNPAINTED) !== null) node.attrs = [...node.attrs, { name: 'hidden', value: '' }];
    else if (attr(node, 'hidden') !== 'until-found' && node.attrs.some((own) => isHiding(own, node)))
      node.attrs = node.attrs.filter((own) => !isHiding(own, node));
  }
}
