import { attr, type HtmlNode } from '../../html/tree.ts';

/** Characters of a class attribute that are read: many pictures stand in one element. */
const MAX_NAME = 600;

/** Classes of a picture and of the two elements around it. */
export function namesAround(node: HtmlNode): string[] {
  return [node, node.parent, node.parent?.parent ?? null].map(nameOf);
}

/** Classes of a node; empty for none. */
export function nameOf(node: HtmlNode | null): string {
  return node === null ? '' : (attr(node, 'class') ?? '').slice(0, MAX_NAME);
}
