import { attr, type HtmlNode } from '../html/tree.ts';
import { readDeclarations } from './visibility/css-text.ts';

/** Whether an element has a style of its own. */
export function isStyled(node: HtmlNode): boolean {
  return attr(node, 'style') !== null;
}

/** Value of a property in the style of an element, lower-cased without `!important`; `''` when it is not set. */
export function styleOf(node: HtmlNode, property: string): string {
  const style = attr(node, 'style') ?? '';
  return style.includes(property) ? (readDeclarations(style).get(property) ?? '') : '';
}
