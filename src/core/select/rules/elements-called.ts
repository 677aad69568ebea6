import { inOrder } from '../../html/element-index.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
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
  const named = namedElements(a).filter(({ name }) => tells(name, role));
  return inOrder([...rendered(a, role), ...named.map(({ node }) => node)]);
}

/** The elements of a page with a label or an identifier that may tell their role, and what it is. */
const namedElements = lazyBy((a: Annotation) => {
  const { elements } = a.doc;
  const identified = elements
    .having('id')
    .filter(({ tag, index }) => IDENTIFIED.has(tag) && sumIn(a, a.headings, index) === 0);
  return [
    ...elements.having('aria-label').map((node) => ({ node, name: attr(node, 'aria-label')! })),
    ...identified.map((node) => ({ node, name: attr(node, 'id')! })),
  ];
});
