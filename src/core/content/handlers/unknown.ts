import { ELEMENT, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';

/**
 * Custom and unknown elements take part in the text as it stands (CSS's initial `display: inline`). Two of them
 * side by side are boxes of a layout, so that their texts are kept apart.
 */
export function handleUnknown(node: HtmlNode, b: Builder): boolean {
  if (isElement(node.prev)) b.space();
  if (isElement(node.next)) b.onExit(node, (after) => after.space());
  return true;
}

function isElement(node: HtmlNode | null): boolean {
  return node !== null && node.kind === ELEMENT;
}
