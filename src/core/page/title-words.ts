import type { HtmlDocument } from '../html/tree.ts';
import { metaContent } from './annotate.ts';
import { emptyCount, scanWords } from './word-scan.ts';

/** Word hashes of the page's own titles. */
export function titleWords(doc: HtmlDocument): Set<number> {
  const hashes: number[] = [];
  const title = metaContent(doc, 'og:title') || metaContent(doc, 'twitter:title');
  scanWords(title || titleElementText(doc), emptyCount(), hashes);
  return new Set(hashes);
}

/** Text of the page's title element; '' without one. */
export function titleElementText(doc: HtmlDocument): string {
  const head = doc.head;
  for (let i = head ? head.index : 0; head && i < head.end; i++) {
    const node = doc.nodes[i]!;
    if (node.tag === 'title') return node.first ? node.first.text : '';
  }
  return '';
}
