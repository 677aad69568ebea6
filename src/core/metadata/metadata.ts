import { attr, type HtmlDocument } from '../html/tree.ts';

/** What a page says of itself. Strings are plain text without control characters; URLs are absolute http(s). */
export interface PageMetadata {
  readonly title: string;
  readonly byline: string | null;
  readonly description: string | null;
  readonly siteName: string | null;
  readonly dir: 'ltr' | 'rtl' | 'auto' | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly canonical: string | null;
  readonly image: string | null;
}

/** Reads the metadata of a page in one pass over its tree. */
export function readMetadata(doc: HtmlDocument, url: string): PageMetadata {
  let title = '';
  for (const node of doc.nodes) {
    if (node.tag === 'title' && node.ns === 0) {
      title = (node.first?.text ?? '').trim();
      break;
    }
  }
  const dir = attr(doc.root, 'dir')?.toLowerCase();
  return {
    title: title || url || 'Untitled',
    byline: null,
    description: null,
    siteName: null,
    dir: dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : null,
    published: null,
    modified: null,
    author: null,
    language: attr(doc.root, 'lang'),
    canonical: null,
    image: null,
  };
}
