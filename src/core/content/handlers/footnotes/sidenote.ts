import type { HtmlNode } from '../../../html/tree.ts';
import type { Builder } from '../../builder.ts';

export function handleSidenoteElement(_: HtmlNode, _b: Builder): boolean {
  return true;
}
