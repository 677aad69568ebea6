import { attr, type HtmlNode } from '../../html/tree.ts';

/** Classes of a picture and of the two elements around it. */
export function namesAround(node: HtmlNode): string[] {
  const around = [node, node.parent, node.parent?.parent ?? null];
  return around.map((up) => (up === null ? '' : (attr(up, 'class') ?? '')));
}
