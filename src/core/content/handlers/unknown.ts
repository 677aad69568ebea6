import { ELEMENT, elementBeside, type HtmlNode } from '../../html/tree.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { isRow } from './inline-gap.ts';

/**
 * Custom and unknown elements take part in the text as it stands (CSS's initial `display: inline`). Two of them
 * side by side are boxes of a layout, so that their texts are kept apart: custom ones by blocks, where the element
 * around them has no text of its own.
 */
export function handleUnknown(node: HtmlNode, b: Builder): boolean {
  if (isCustomContainer(node, b)) b.block(node);
  if (isElement(node.prev)) b.space();
  if (isElement(node.next)) b.onExit(node, (after) => after.space());
  return true;
}

/** Whether an element is in a slot of a custom element (Web Components), whose template says where it stands. */
export function isSlotted(node: HtmlNode): boolean {
  const { parent } = node;
  return parent?.tag.includes('-') === true && isRow(parent);
}

function isCustomContainer(node: HtmlNode, b: Builder): boolean {
  if (!node.tag.includes('-') || node.parent === null || node.parent.tag === 'p') return false;
  const isInRun = (['prev', 'next'] as const).some((side) => isCustom(elementBeside(node, side)));
  return isInRun && labelOf(b.doc, node, MAX_LABEL_CHARS).includes(' ') && isRow(node.parent);
}

/** As much of an element is looked at for a second word: single words are of one line. */
const MAX_LABEL_CHARS = 40;

function isCustom(node: HtmlNode | null): boolean {
  return node?.tag.includes('-') === true && node.first !== null;
}

function isElement(node: HtmlNode | null): boolean {
  return node !== null && node.kind === ELEMENT;
}
