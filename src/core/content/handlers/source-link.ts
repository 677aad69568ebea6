import { childrenOf, type HtmlNode } from '../../html/tree.ts';
import { ROLE, type Roles } from '../../page/roles.ts';

/**
 * Whether an element is a link of a generator from a definition to its source, with the version since which there is one, or
 * from an example to where it runs.
 */
export function isSourceLink(node: HtmlNode, roles: Roles): boolean {
  if (roles.has(node, ROLE.rustdocRun) || roles.has(node, ROLE.viewCode)) return true;
  if (node.first !== null && roles.has(node.first, ROLE.viewCode)) return true;
  return roles.has(node, ROLE.rustdocEdge) && holdsSource(node, roles);
}

function holdsSource(node: HtmlNode, roles: Roles): boolean {
  return childrenOf(node).some((part) => roles.has(part, ROLE.rustdocSource));
}
