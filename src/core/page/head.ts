import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { wordHashes } from './word-scan.ts';

/** Word hashes of the page's own titles. */
export function titleWords(doc: HtmlDocument): Set<number> {
  const title = metaContent(doc, 'og:title') || metaContent(doc, 'twitter:title') || titleElementText(doc);
  return new Set(wordHashes(title));
}

/** Text of the page's title element; '' without one. */
export function titleElementText(doc: HtmlDocument): string {
  return inHead(doc, 'title')[0]?.first?.text ?? '';
}

/** Value of the page's first `<meta>` with this `name` or `property`; '' without one. */
export function metaContent(doc: HtmlDocument, key: string): string {
  const meta = inHead(doc, 'meta').find(
    (node) => attr(node, 'property') === key || attr(node, 'name') === key,
  );
  return meta === undefined ? '' : (attr(meta, 'content') ?? '');
}

function inHead({ head, elements }: HtmlDocument, tag: string): readonly HtmlNode[] {
  return head === null ? [] : elements.within(head, tag);
}
