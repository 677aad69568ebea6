import { inOrder } from '../../html/element-index.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Annotation } from '../../page/annotation.ts';
import { sumIn } from '../../page/page-structure.ts';
import { rendered, tells } from '../../page/roles.ts';

/** Elements whose identifier names what they are and not what they are about. */
const IDENTIFIED = new Set(['div', 'aside']);

/**
 * Elements whose class, label or identifier tells a role, in document order. An identifier above headings is the slug of what
 * they say.
 */
export function elementsCalled(a: Annotation, role: number): readonly HtmlNode[] {
  const { elements } = a.doc;
  const labelled = elements.having('aria-label').filter((node) => tells(attr(node, 'aria-label')!, role));
  const identified = elements
    .having('id')
    .filter(({ tag, index }) => IDENTIFIED.has(tag) && sumIn(a, a.headings, index) === 0)
    .filter((node) => tells(attr(node, 'id')!, role));
  return inOrder([...rendered(a, role), ...labelled, ...identified]);
}
