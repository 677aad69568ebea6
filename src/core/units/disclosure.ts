import { attr, childParts, type HtmlNode, isAlone } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';

/** Attributes by which a control names what it opens: ARIA's, and those of Bootstrap 5 and before. */
const ATTRIBUTES = ['aria-controls', 'data-bs-target', 'data-target'];
/** Roles of what opens on a click: hidden now, yet part of what the page says. */
const DISCLOSED_ROLES = new Set(['tabpanel', 'region']);

/** Ids of the elements that a control opens, or a link leads to on its page, in the order of how plainly it names them. */
export function targetsOf(control: HtmlNode): readonly string[] {
  const href = attr(control, 'href');
  const named = ATTRIBUTES.map((name) => attr(control, name) ?? '');
  if (href?.startsWith('#')) named.push(href);
  return named.map((target) => target.replace(/^#/, '')).filter((id) => id !== '');
}

/** Whether an element is a panel of tabs or of an accordion, or the body of what folds. */
export function isDisclosed({ roles }: Annotation, node: HtmlNode): boolean {
  return DISCLOSED_ROLES.has(attr(node, 'role') ?? '') || roles.has(node, ROLE.disclosed);
}

/** Whether a disclosure is all of an item of a list, and holds one below its summary: a branch of a tree of files. */
export function isBranch(details: HtmlNode): boolean {
  if (details.tag !== 'details' || details.parent?.tag !== 'li' || !isAlone(details)) return false;
  const [summary, list, other] = childParts(details);
  return summary?.tag === 'summary' && /^[uo]l$/.test(list?.tag ?? '') && other === undefined;
}
