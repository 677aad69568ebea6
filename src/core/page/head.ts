import { attr, HTML_NS, type HtmlDocument } from '../html/tree.ts';
import { wordHashes } from './word-scan.ts';

/** Word hashes of the page's own titles. */
export function titleWords(doc: HtmlDocument): Set<number> {
  const title = metaContent(doc, 'og:title') || metaContent(doc, 'twitter:title') || titleElementText(doc);
  return new Set(wordHashes(title));
}

/** Text of the page's title element, which browsers take wherever it stands; '' without one. */
export function titleElementText({ elements }: HtmlDocument): string {
  return elements.tagged('title').find(({ ns }) => ns === HTML_NS)?.first?.text ?? '';
}

/** Value of the page's first `<meta>` with this `name` or `property`; '' without one. */
export function metaContent({ elements }: HtmlDocument, key: string): string {
  const meta = elements
    .tagged('meta')
    .find((node) => attr(node, 'property') === key || attr(node, 'name') === key);
  return meta === undefined ? '' : (attr(meta, 'content') ?? '');
}
