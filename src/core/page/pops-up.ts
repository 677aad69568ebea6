import { attr, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotation.ts';
import { ROLE, type Roles, rendered } from './roles.ts';

/** Whether an element is shown on demand only, beside what it explains. */
export function popsUp(node: HtmlNode, roles: Roles): boolean {
  if (attr(node, 'popover') !== null || roles.has(node, ROLE.popUp)) return true;
  return attr(node, 'role')?.toLowerCase() === 'tooltip';
}

/** All such elements of a page. */
export function popUps(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const named = rendered(a, ROLE.popUp);
  return [
    ...elements.having('popover'),
    ...elements.having('role').filter((node) => popsUp(node, a.roles)),
    ...named,
  ];
}
