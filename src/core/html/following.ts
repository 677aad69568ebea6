import type { HtmlNode } from './tree.ts';

/** Next node in document order within `root`, children included; null at its end. */
export function following(node: HtmlNode, root: HtmlNode): HtmlNode | null {
  return node.first ?? followingOutside(node, root);
}

/** Next node in document order within `root` that is not inside `node`; null at its end. */
export function followingOutside(node: HtmlNode, root: HtmlNode): HtmlNode | null {
  let from: HtmlNode | null = node;
  while (from && from !== root && !from.next) from = from.parent;
  return from && from !== root ? from.next : null;
}
