import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';

/** Directions of HTML's `dir` attribute. */
export type Direction = 'ltr' | 'rtl' | 'auto';

/**
 * The direction of a page's text: of its root or body, else of its main part, else what a box around its main heading says
 * outright. A heading's own is that of its words alone.
 */
export function directionOf(doc: HtmlDocument): Direction | null {
  const main = doc.nodes.find((node) => node.tag === 'main' || attr(node, 'role') === 'main');
  for (const node of [doc.root, doc.body, main]) {
    const direction = node ? ownDirection(node) : null;
    if (direction !== null) return direction;
  }
  let box = doc.nodes.find(({ tag }) => tag === 'h1')?.parent ?? null;
  for (; box !== null; box = box.parent) {
    const direction = ownDirection(box);
    if (direction === 'ltr' || direction === 'rtl') return direction;
  }
  return null;
}

function ownDirection(node: HtmlNode): Direction | null {
  const dir = attr(node, 'dir')?.trim().toLowerCase();
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : null;
}
