import { attr, type HtmlDocument } from '../../html/tree.ts';
import { judge, VISIBILITY } from './hidden-element.ts';

/** The attribute of what the browser of a rendered page does not paint, and of a root whose page it judged. */
export const UNPAINTED = 'data-pagemark-unpainted';

const HIDDEN = VISIBILITY.hidden | VISIBILITY.withParts;

/**
 * Judges the elements of a rendered page as the browser did: what it does not paint is hidden, and what it paints is shown, whatever
 * its attributes say; what find in page opens it leaves to these. Notes it in the nodes.
 */
export function judgeUnpainted({ nodes, elements }: HtmlDocument): void {
  const [root] = elements.tagged('html');
  if (root === undefined || attr(root, UNPAINTED) === null) return;
  for (const node of nodes) {
    if (node.attrs.length === 0 || node === root) continue;
    judge(node);
    if (attr(node, UNPAINTED) !== null) node.visibility |= HIDDEN;
    else if (attr(node, 'hidden') !== 'until-found') node.visibility &= ~HIDDEN;
  }
}
