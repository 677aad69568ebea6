import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';

/** Drawings have no Markdown; icons and charts are left out. */
export function handleSvg(_: HtmlNode, _b: Builder): boolean {
  return false;
}
