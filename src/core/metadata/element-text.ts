import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';

/** Characters and nodes that a text is read from, so that nested marks cost no more than one. */
const MAX_TEXT = 600;
export const MAX_TEXT_NODES = 200;

/** What is in an element and not in its text; readings above a text among them. */
const NO_TEXT = new Set(['script', 'style', 'svg', 'rt', 'rp', 'rtc']);

/** Text within an element, white space collapsed, cut off after `MAX_TEXT` characters. */
export function elementText(doc: HtmlDocument, element: HtmlNode): string {
  let text = '';
  const end = Math.min(element.end, element.index + MAX_TEXT_NODES);
  for (let i = element.index + 1; i < end && text.length < MAX_TEXT; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === TEXT) text += node.text.length > MAX_TEXT ? node.text.slice(0, MAX_TEXT) : node.text;
    else if (NO_TEXT.has(node.tag)) i = node.end - 1;
    else text += node.tag === 'br' || node.tag === 'p' || node.tag === 'div' ? ' ' : '';
  }
  return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
