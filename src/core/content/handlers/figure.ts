import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { handleAttribution } from './blockquote.ts';

/** A figure's caption: a paragraph after the figure, or the source of the quotation in it. */
export function handleFigcaption(node: HtmlNode, b: Builder): boolean {
  return handleAttribution(node, b);
}
