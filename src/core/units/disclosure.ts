import { attr, type HtmlNode } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE, tells } from '../page/roles.ts';

/** Attributes by which a control names what it opens: ARIA's, and those of Bootstrap 5 and before. */
const ATTRIBUTES = ['aria-controls', 'data-bs-target', 'data-target'];
/** Roles of what opens on a click: hidden now, yet part of what the page says. */
const DISCLOSED_ROLES = new Set(['tabpanel', 'region']);
const MAX_ID_CHARS = 100;
/** What controls of Bootstrap do to their target when it is a part of the text: it opens there, and lies over nothing. */
const TOGGLES = new Set(['collapse', 'tab', 'pill']);

/** Ids of the elements that a control opens, or a link leads to on its page, in the order of how plainly it names them. */
export function targetsOf(control: HtmlNode): readonly string[] {
  const href = attr(control, 'href');
  const named = ATTRIBUTES.map((name) => attr(control, name) ?? '');
  if (href?.startsWith('#')) named.push(href);
  return named.map((target) => target.replace(/^#/, '')).filter((id) => id !== '');
}

/** Ids of the elements that some control of the page shows and hides. */
export const controlledIds = lazyBy(
  ({ doc }: Annotation): ReadonlySet<string> =>
    new Set(
      doc.nodes.flatMap((node) => {
        const toggle = attr(node, 'data-bs-toggle') ?? attr(node, 'data-toggle') ?? '';
        const named = attr(node, 'aria-controls')?.match(/\S+/g) ?? [];
        return TOGGLES.has(toggle) ? [...named, ...targetsOf(node)] : named;
      }),
    ),
);

/** Whether an element is a panel of tabs or of an accordion, or the body of what folds. */
export function isDisclosed({ roles }: Annotation, node: HtmlNode): boolean {
  return DISCLOSED_ROLES.has(attr(node, 'role') ?? '') || roles.has(node, ROLE.disclosed);
}

/** Whether an element is one, or may be by a part of its name: a button that opens one bears it as well. */
export function mayBeDisclosed(a: Annotation, node: HtmlNode): boolean {
  if (node.tag === 'details' || isDisclosed(a, node) || a.roles.has(node, ROLE.opens)) return true;
  return tells((attr(node, 'id') ?? '').slice(0, MAX_ID_CHARS), ROLE.opens);
}
