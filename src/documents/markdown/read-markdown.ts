import { convertHtml } from '../../core/convert-html.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { contentOfPage, type DocumentBytes, type ReadDocument, readingOf } from '../document.ts';
import { readFrontMatter } from './front-matter.ts';
import { markdownToHtml } from './markdown-to-html.ts';

/**
 * Markdown that a site serves itself: parsed (CommonMark, GFM, formulas, alerts, front matter) to a page of which
 * everything is content, so that raw HTML, addresses and options are treated as on any page, and what is written is
 * our own Markdown.
 */
export function readMarkdown(
  { bytes, contentType, url }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const decoded = decodeHtml(bytes, contentType);
  const { fields, body } = readFrontMatter(decoded.text.replace(/^\ufeff/, ''));
  const left: RemovedBlock[] = [];
  const page = convertHtml(markdownToHtml(body, left), { ...options, url, scope: 'full' }, { invisible });
  const { title: _, ...shown } = page.extended;
  return {
    content: contentOfPage(page),
    // Front matter speaks before what the page itself shows.
    page: { ...shown, ...fields },
    ...readingOf(decoded),
    removed: [...page.diagnostics.removed, ...left],
  };
}
