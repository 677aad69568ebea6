import { attr, type HtmlNode } from '../html/tree.ts';

/** Attributes by which a control names what it opens: ARIA's, and those of Bootstrap 5 and before. */
const ATTRIBUTES = ['aria-controls', 'data-bs-target', 'data-target'];

/** Ids of the elements that a control opens, or a link leads to on its page, in the order of how plainly it names them. */
export function targetsOf(control: HtmlNode): readonly string[] {
  const href = attr(control, 'href');
  const named = ATTRIBUTES.map((name) => attr(control, name) ?? '');
  if (href?.startsWith('#')) named.push(href);
  return named.map((target) => target.replace(/^#/, '')).filter((id) => id !== '');
}
