import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';

/** Scripts are not content. */
export function handleScript(_: HtmlNode, _b: Builder): boolean {
  return false;
}
