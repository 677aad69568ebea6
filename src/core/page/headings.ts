import { attr, type HtmlNode, isHeadingTag } from '../html/tree.ts';
import type { Annotation, Block } from './annotation.ts';
import { CONTEXT } from './element-kind.ts';

/** The heading that a block stands in, by its tag or its role; null for other blocks. */
export function headingElement(a: Annotation, block: Block): HtmlNode | null {
  if ((block.context & CONTEXT.heading) === 0) return null;
  let node: HtmlNode | null = a.doc.nodes[block.element]!;
  while (node !== null && !isHeadingTag(node.tag) && attr(node, 'role') !== 'heading') {
    a.doc.budget.spend(1, 'looking for headings');
    node = node.parent;
  }
  return node;
}

/** Level of a heading block (1–6), else 0. */
export function headingLevel(a: Annotation, block: Block): number {
  const heading = headingElement(a, block);
  if (heading === null) return 0;
  return isHeadingTag(heading.tag) ? heading.tag.charCodeAt(1) - 48 : 3;
}
