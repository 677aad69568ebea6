import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { checkItem } from './list.ts';

/** A box drawn without `<input>`: Notion's `checkbox-on`, `role="checkbox"`. */
export function handleTick(node: HtmlNode, b: Builder): boolean | null {
  const state = attr(node, 'aria-checked');
  const isOn = state === null ? /(?:^|\s)checkbox-on(?:\s|$)/.test(b.at.cls) : state === 'true';
  const isOff = state === null ? /(?:^|\s)checkbox-off(?:\s|$)/.test(b.at.cls) : state === 'false';
  return (isOn || isOff) && checkItem(b, isOn) ? node.first !== null : null;
}

/** Form fields are not content, except the check box of a task item. */
export function handleInput(node: HtmlNode, b: Builder): boolean {
  if (attr(node, 'type')?.toLowerCase() === 'checkbox') checkItem(b, attr(node, 'checked') !== null);
  return false;
}
