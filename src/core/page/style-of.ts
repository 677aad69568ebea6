import { attr, type HtmlNode } from '../html/tree.ts';

/**
 * Value of a property in the style of an element, lower-cased without `!important`; `''` when it is not set. A plain
 * reading of CSS declarations: enough for keywords and numbers.
 */
export function styleOf(node: HtmlNode, property: string): string {
  const style = attr(node, 'style');
  if (style === null) return '';
  let from = 0;
  for (;;) {
    const at = style.indexOf(property, from);
    if (at < 0) return '';
    from = at + property.length;
    if (!isDeclarationStart(style, at)) continue;
    let colon = from;
    while (style.charCodeAt(colon) === 32) colon++;
    if (style.charCodeAt(colon) !== 58) continue;
    const end = style.indexOf(';', colon);
    const value = style.slice(colon + 1, end < 0 ? style.length : end);
    return value.replace('!important', '').trim().toLowerCase();
  }
}

function isDeclarationStart(style: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const c = style.charCodeAt(i);
    if (c === 59) return true;
    if (c !== 32 && c !== 10 && c !== 9 && c !== 13) return false;
  }
  return true;
}
