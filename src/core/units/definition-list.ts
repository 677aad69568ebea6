import { isBlank } from '../html/blank.ts';
import { type HtmlNode, TEXT } from '../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';

/**
 * Whether a list without terms is an answer to what stands above it (talk pages of MediaWiki): behind a text in an item, or with
 * such a list in an item. What is only set in, and formulas, are none.
 */
export function isThread({ doc }: Annotation, node: HtmlNode): boolean {
  if (holdsTerms(node) || doc.elements.hasWithin(node, 'math')) return false;
  if (node.parent?.tag === 'dd') return isBehindText(node);
  for (let item = node.first; item !== null; item = item.next)
    for (let part = item.first; part !== null; part = part.next)
      if (part.tag === 'dl' && !holdsTerms(part) && isBehindText(part)) return true;
  return false;
}

function holdsTerms(list: HtmlNode): boolean {
  for (let item = list.first; item !== null; item = item.next) if (item.tag === 'dt') return true;
  return false;
}

function isBehindText(list: HtmlNode): boolean {
  return (
    list.prev !== null && (list.prev.prev !== null || list.prev.kind !== TEXT || !isBlank(list.prev.text))
  );
}
