import { childrenOf, type HtmlNode, partBeside } from '../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';

/** Whether a list without terms answers what stands above it (talk pages of MediaWiki): behind a text in an item, or around such a list. */
export function isThread({ doc }: Annotation, node: HtmlNode): boolean {
  if (holdsTerms(node) || doc.elements.hasWithin(node, 'math')) return false;
  if (node.parent?.tag === 'dd') return partBeside(node, 'prev') !== null;
  const parts = childrenOf(node).flatMap(childrenOf);
  return parts.some((part) => part.tag === 'dl' && !holdsTerms(part) && partBeside(part, 'prev') !== null);
}

function holdsTerms(list: HtmlNode): boolean {
  return childrenOf(list).some(({ tag }) => tag === 'dt');
}
