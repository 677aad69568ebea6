import { ELEMENT, type HtmlNode } from './tree.ts';

/** The nearest element before or after a node among its siblings, past text. */
export function siblingElement(node: HtmlNode, side: 'prev' | 'next'): HtmlNode | null {
  let beside = node[side];
  while (beside !== null && beside.kind !== ELEMENT) beside = beside[side];
  return beside;
}
