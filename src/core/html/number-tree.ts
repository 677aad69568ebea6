import { ELEMENT, type HtmlNode } from './tree.ts';

/** Deepest element below the root; Blink's limit (kMaximumHTMLParserDOMTreeDepth). */
export const MAX_DEPTH = 512;

/**
 * Numbers a tree in document order, fills `index` and `end`, and returns the nodes. An element at `MAX_DEPTH` keeps
 * its leading text; from its first child element on, its children become its following siblings, so that no page
 * can make a later pass pay for its depth. Linear; each node is moved at most once.
 */
export function numberTree(root: HtmlNode): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let node: HtmlNode = root;
  let depth = 0;
  for (;;) {
    node.index = nodes.length;
    nodes.push(node);
    if (depth >= MAX_DEPTH && node.first) hoistElements(node);
    if (node.first) {
      node = node.first;
      depth++;
      continue;
    }
    node.end = nodes.length;
    while (!node.next) {
      if (node === root || !node.parent) return nodes;
      node = node.parent;
      depth--;
      node.end = nodes.length;
    }
    if (node === root) return nodes;
    node = node.next;
  }
}

/** Moves the children of `node` from its first element on behind it. */
function hoistElements(node: HtmlNode): void {
  let moved = node.first;
  while (moved && moved.kind !== ELEMENT) moved = moved.next;
  if (!moved || !node.parent) return;
  const last = node.last!;
  const { prev } = moved;
  node.last = prev;
  if (prev) prev.next = null;
  else node.first = null;
  const after = node.next;
  node.next = moved;
  moved.prev = node;
  last.next = after;
  if (after) after.prev = last;
  else node.parent.last = last;
  for (let child: HtmlNode | null = moved; child && child !== after; child = child.next)
    child.parent = node.parent;
}
