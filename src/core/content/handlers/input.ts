import { attr, type HtmlNode, siblingElement } from '../../html/tree.ts';
import { stateOfCheckbox } from '../../units/task-list.ts';
import type { Builder } from '../builder.ts';
import { checkItem } from './list.ts';

/** A check box drawn without `<input>`. */
export function handleTick(node: HtmlNode, b: Builder): boolean | null {
  const state = stateOfCheckbox(b.page, node);
  return state !== null && checkItem(b, state) ? node.first !== null : null;
}

/** Form fields are not content, except the check box of a task item; the labels around one are words apart. */
export function handleInput(node: HtmlNode, b: Builder): boolean {
  const type = attr(node, 'type')?.toLowerCase();
  if (type === 'checkbox') {
    const state = stateOfCheckbox(b.page, node);
    if (state !== null) checkItem(b, state);
  } else if (type !== 'hidden' && isBesideLabel(node)) b.space();
  return false;
}

function isBesideLabel(node: HtmlNode): boolean {
  return (['prev', 'next'] as const).some((side) => siblingElement(node, side)?.tag === 'label');
}
