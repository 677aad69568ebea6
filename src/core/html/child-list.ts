import type { HtmlNode } from './tree.ts';

/** The children of a node, in order. */
export function childrenOf(node: HtmlNode): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = node.first; child; child = child.next) children.push(child);
  return children;
}

/** Makes `children` the only children of `parent`; what it held before keeps its own links. */
export function setChildren(parent: HtmlNode, children: readonly HtmlNode[]): void {
  let prev: HtmlNode | null = null;
  parent.first = null;
  for (const child of children) {
    child.parent = parent;
    child.prev = prev;
    child.next = null;
    if (prev) prev.next = child;
    else parent.first = child;
    prev = child;
  }
  parent.last = prev;
}
