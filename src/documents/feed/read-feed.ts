import { NodeCount } from '../../core/budget.ts';
import type { Block, Inline, Root } from '../../core/content/tree.ts';
import { resolveUrl } from '../../core/content/urls.ts';
import { convertHtml } from '../../core/convert-html.ts';
import { onOneLine } from '../../core/html/blank.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import { pageDate } from '../../core/metadata/page-date.ts';
import { plainText } from '../../core/metadata/plain-text.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { walkContent } from '../../core/walk-content.ts';
import {
  contentOfPage,
  type DocumentBytes,
  malformed,
  type ReadDocument,
  readingOf,
  statedMetadata,
} from '../document.ts';
import { textContent } from '../read-text.ts';
import { type FeedContent, type FeedEntry, type FeedText, feedContent } from './feed-entries.ts';

const MAX_TITLE = 300;
/** Entries are headings of this depth; headings inside them go below. */
const ENTRY_DEPTH = 2;
const DOCTYPE_START = /<!DOCTYPE\s/i;
/** A document type declaration with its internal subset; tried in one place only, because it may run to the end. */
const DOCTYPE = /<!DOCTYPE\s[^[>]{0,2000}(?:\[[^\]]*\]\s*)?>/iy;
const XML_END = /<\/(?:rss|(?:\w+:)?feed|rdf:RDF)\s*>/i;
/** Characters at the end of a feed where its root must end. */
const END_ROOM = 4000;

/**
 * A feed as a list of its entries in its own order: a heading that links to the entry, its date and author, its
 * content through the core. A feed that is cut off or is none is `malformed_document`.
 */
export function readFeed(
  { bytes, contentType, url }: DocumentBytes,
  { links = 'inline', images = 'keep' }: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const options = { links, images, invisible };
  const decoded = decodeHtml(bytes, contentType);
  const { text, encoding } = decoded;
  const isJson = /^\s*\{/.test(text);
  if (!isJson && !XML_END.test(text.slice(-END_ROOM))) return malformed(encoding);
  const feed = feedContent(isJson ? text : withoutDoctype(text));
  if (feed === null) return malformed(encoding);
  const base = resolveUrl(feed.link ?? '', url) ?? url;
  const children: Block[] = [...headOf(feed, base, options)];
  const nodes = new NodeCount();
  for (const [i, entry] of feed.entries.entries()) {
    const blocks = entryBlocks(entry, i + 1, base, options);
    walkContent({ type: 'root', children: blocks }, () => nodes.add(1));
    for (const block of blocks) children.push(block);
  }
  return { content: { type: 'root', children }, page: pageOf(feed, base), ...readingOf(decoded) };
}

function pageOf(feed: FeedContent, base: string): NonNullable<ReadDocument['page']> {
  const said = statedMetadata({
    title: oneLine(feed.title, base),
    author: feed.author,
    description: feed.body && textOf(feed.body, base),
    modified: feed.date,
    language: feed.language,
  });
  return { ...said, siteName: said.title ?? null, canonical: feed.link === null ? null : base };
}

function headOf(feed: FeedContent, base: string, options: TextOptions): Block[] {
  const title = oneLine(feed.title, base);
  const heading: Block[] =
    title === null ? [] : [{ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }];
  return [...heading, ...contentOf(feed.body, base, options).children];
}

function entryBlocks(entry: FeedEntry, number: number, base: string, options: TextOptions): Block[] {
  const link = entry.link === null ? null : resolveUrl(entry.link, base);
  const body = contentOf(entry.body, link ?? base, options);
  const title = oneLine(entry.title, base) ?? link ?? `${number}`;
  const date = entry.date === null ? null : (pageDate(entry.date) ?? plainText(entry.date, 100));
  const about = [date, entry.author].filter(Boolean).join(' · ');
  settleBelow(body, number);
  return [
    { type: 'heading', depth: ENTRY_DEPTH, children: [linked(title, link, options)] },
    ...(about === ''
      ? []
      : [{ type: 'paragraph' as const, children: [{ type: 'text' as const, value: about }] }]),
    ...body.children,
    ...attachmentsOf(entry, base, options),
  ];
}

function linked(text: string, url: string | null, options: TextOptions): Inline {
  const child: Inline = { type: 'text', value: text };
  return url === null || options.links === 'none'
    ? child
    : { type: 'link', url, title: null, children: [child] };
}

function attachmentsOf({ attachments }: FeedEntry, base: string, options: TextOptions): Block[] {
  const links = attachments.flatMap((address) => resolveUrl(address, base) ?? []);
  return links.map((url) => ({
    type: 'paragraph',
    children: [linked(url.slice(url.lastIndexOf('/') + 1) || url, url, options)],
  }));
}

/** How a text of the feed is converted. */
type TextOptions = Pick<ConvertOptions, 'links' | 'images'> & { readonly invisible: InvisibleCounts };

/** A text of the feed as content: HTML as any page, of which everything is wanted. */
function contentOf(text: FeedText | null, base: string, options: TextOptions): Root {
  if (text === null) return { type: 'root', children: [] };
  if (!text.isHtml) return textContent(text.value);
  const { invisible, ...how } = options;
  return contentOfPage(convertHtml(text.value, { ...how, url: base, scope: 'full' }, { invisible }));
}

/** A text of the feed without its markup. */
function textOf({ value, isHtml }: FeedText, base: string): string {
  return isHtml ? convertHtml(value, { links: 'none', url: base, scope: 'full' }).text : value;
}

/** A title on one line, its markup gone; every character of one that is text. */
function oneLine(text: FeedText | null, base: string): string | null {
  if (text === null) return null;
  // Titles of RSS that hold no markup are what they say, "<" and "&" included.
  const isMarkup = text.isHtml && /<\/?[a-z][^<]*>|&[#\w]+;/i.test(text.value);
  return onOneLine(isMarkup ? textOf(text, base) : text.value).slice(0, MAX_TITLE) || null;
}

/** Headings go below the entry's own; notes get labels that no other entry has. */
function settleBelow(root: Root, number: number): void {
  let highest = 6;
  walkContent(root, (node) => {
    if (node.type === 'heading') highest = Math.min(highest, node.depth);
    return false;
  });
  const shift = Math.max(0, ENTRY_DEPTH + 1 - highest);
  walkContent(root, (node) => {
    if (node.type === 'heading') node.depth = Math.min(6, node.depth + shift) as typeof node.depth;
    else if (node.type === 'footnoteDefinition' || node.type === 'footnoteReference')
      node.identifier = `${number}-${node.identifier}`;
    return false;
  });
}

/** Without its document type: no entity of it is ever looked up. */
function withoutDoctype(text: string): string {
  const start = text.search(DOCTYPE_START);
  if (start === -1) return text;
  DOCTYPE.lastIndex = start;
  const end = start + (DOCTYPE.exec(text)?.[0].length ?? 0);
  return text.slice(0, start) + text.slice(end);
}
