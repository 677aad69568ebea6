import { attr, type HtmlNode, siblingElement } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { checkItem } from './list.ts';

/** A box drawn without `<input>`: Notion's `checkbox-on`, `role="checkbox"`. */
export function handleTick(node: HtmlNode, b: Builder): boolean | null {
  const state = attr(node, 'aria-checked');
  const isOn = state === null ? b.at.roles.has(ROLE.tickOn) : state === 'true';
  const isOff = state === null ? b.at.roles.has(ROLE.tickOff) : state === 'false';
  return (isOn || isOff) && checkItem(b, isOn) ? node.first !== null : null;
}

/** Form fields are not content, except the check box of a task item; the labels around one are words apart. */
export function handleInput(node: HtmlNode, b: Builder): boolean {
  const type = attr(node, 'type')?.toLowerCase();
  if (type === 'checkbox') {
    if (!isFold(node, b)) checkItem(b, attr(node, 'checked') !== null);
  } else if (type !== 'hidden' && isBesideLabel(node)) b.space();
  return false;
}

function isBesideLabel(node: HtmlNode): boolean {
  return (['prev', 'next'] as const).some((side) => siblingElement(node, side)?.tag === 'label');
}

/** Nodes of a box among which the label that folds it stands. */
const MAX_NODES_TO_LABEL = 200;

/** Whether a check box folds the box right after it, in which a label without words stands: style sheets need no script for that. */
function isFold(input: HtmlNode, b: Builder): boolean {
  const id = attr(input, 'id');
  const box = siblingElement(input, 'next');
  if (id === null || box === null || box.tag === 'label') return false;
  const within = b.doc.nodes.slice(box.index, Math.min(box.end, box.index + MAX_NODES_TO_LABEL));
  return within.some(
    (node) => node.tag === 'label' && attr(node, 'for') === id && labelOf(b.doc, node, 2) === '',
  );
}
