import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { checkItem } from './list.ts';

/** Form fields are not content, except the check box of a task item. */
export function handleInput(node: HtmlNode, b: Builder): boolean {
  if (attr(node, 'type')?.toLowerCase() === 'checkbox') checkItem(b, attr(node, 'checked') !== null);
  return false;
}
