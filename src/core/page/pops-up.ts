import type { HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotation.ts';
import { ROLE, rendered, tells } from './roles.ts';

/** Whether an element is shown on demand only, beside what it explains. */
export function popsUp(node: HtmlNode): boolean {
  return node.attrs.some(
    ({ name, value }) =>
      name === 'popover' ||
      (name === 'role' && value.toLowerCase() === 'tooltip') ||
      (name === 'class' && tells(value, ROLE.popUp)),
  );
}

/** All such elements of a page. */
export function popUps(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const named = rendered(a, ROLE.popUp);
  return [...elements.having('popover'), ...elements.having('role').filter(popsUp), ...named];
}
