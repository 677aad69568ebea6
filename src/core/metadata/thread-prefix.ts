import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { elementText } from './element-text.ts';

/** Longest prefix that is read. */
const MAX_CHARS = 40;

/**
 * What a forum sets ahead of a thread's title ("Question", "Solved"), by the names that XenForo and vBulletin give it in
 * the heading; null where there is none.
 */
export function threadPrefix(doc: HtmlDocument, heading: HtmlNode): string | null {
  let first = heading.first;
  while (first !== null && first.kind !== ELEMENT && first.text.trim() === '') first = first.next;
  if (first?.kind !== ELEMENT) return null;
  const isPrefix = hasClass(first, 'prefix') || (first.next !== null && hasClass(first.next, 'label-append'));
  const text = isPrefix ? elementText(doc, first) : '';
  return text === '' || text.length > MAX_CHARS ? null : text;
}

/** A title without such a prefix and what parts the two. */
export function withoutThreadPrefix(title: string, prefix: string | null): string {
  if (prefix === null || !title.startsWith(prefix)) return title;
  const rest = title.slice(prefix.length);
  const parted = rest.replace(/^\s*[-–—:|]?\s+/, '');
  return parted === '' || parted === rest ? title : parted;
}

function hasClass(node: HtmlNode, name: string): boolean {
  return (attr(node, 'class') ?? '').slice(0, 300).split(/\s+/).includes(name);
}
