import { attr, ELEMENT, type HtmlNode } from '../html/tree.ts';
import { withoutInvisible } from '../invisible-characters.ts';

/** An element as a selector, such as `div#comments.list`; `#text` for a text node. */
export function selectorOf(node: HtmlNode): string {
  if (node.kind !== ELEMENT) return '#text';
  const id = attr(node, 'id')?.trim().slice(0, 60);
  const classes = (attr(node, 'class') ?? '').slice(0, 120).split(/\s+/).filter(Boolean).slice(0, 3);
  return withoutInvisible(
    node.tag + (id ? `#${id}` : '') + classes.map((name) => `.${name}`).join(''),
    'code',
  );
}
