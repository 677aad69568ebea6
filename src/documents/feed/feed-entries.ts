import { parseFeed } from 'feedsmith';

/** HTML or plain text of a feed. */
export interface FeedText {
  readonly value: string;
  readonly isHtml: boolean;
}

/** What a feed says of itself and of each of its entries, whatever its format. */
interface Described {
  readonly title: FeedText | null;
  readonly link: string | null;
  /** As the feed writes it. */
  readonly date: string | null;
  readonly author: string | null;
  /** The description of a feed; the whole content of an entry, else its summary. */
  readonly body: FeedText | null;
}

export interface FeedEntry extends Described {
  readonly attachments: readonly string[];
}

export interface FeedContent extends Described {
  readonly language: string | null;
  readonly entries: readonly FeedEntry[];
}

type Parsed = ReturnType<typeof parseFeed>;
type Feed<Format> = Extract<Parsed, { format: Format }>['feed'];

/** Reads RSS 0.9x and 2.0, RSS 1.0 (RDF), Atom and JSON Feed; null for what is none of them. */
export function feedContent(text: string): FeedContent | null {
  let parsed: Parsed;
  try {
    parsed = parseFeed(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
  switch (parsed.format) {
    case 'rss':
      return fromRss(parsed.feed);
    case 'rdf':
      // Its fields are some of those of RSS 2.0.
      return fromRss(parsed.feed as Feed<'rss'>);
    case 'atom':
      return fromAtom(parsed.feed);
    case 'json':
      return fromJson(parsed.feed);
  }
}

const html = (value: string | undefined): FeedText | null => (value ? { value, isHtml: true } : null);
const plain = (value: string | undefined): FeedText | null => (value ? { value, isHtml: false } : null);
const names = (people: readonly { name?: string | undefined }[] | undefined): string | null =>
  people?.flatMap(({ name }) => (name ? [name] : [])).join(', ') || null;
const addresses = (files: readonly { url?: string | undefined }[] | undefined): string[] =>
  files?.flatMap(({ url }) => (url ? [url] : [])) ?? [];

/** The first that is a text; dates are as the feed writes them, because no parser of dates is set. */
const firstText = (...values: readonly unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;

/** RSS says of no element whether it is text or HTML; its readers take titles and descriptions for HTML. */
function fromRss(feed: Feed<'rss'>): FeedContent {
  return {
    title: html(feed.title),
    body: html(feed.description),
    link: feed.link ?? null,
    language: feed.language ?? null,
    author: firstText(feed.managingEditor?.name, feed.dc?.creators?.join(', ')),
    date: firstText(feed.lastBuildDate, feed.pubDate, feed.dc?.dates?.[0]),
    entries: (feed.items ?? []).map(({ guid, ...item }) => ({
      title: html(item.title),
      link:
        item.link ??
        (guid?.isPermaLink !== false && /^https?:/.test(guid?.value ?? '') ? guid!.value! : null),
      date: firstText(item.pubDate, item.dc?.dates?.[0]),
      author: names(item.authors) ?? firstText(item.dc?.creators?.join(', ')),
      body: html(item.content?.encoded ?? item.description),
      attachments: addresses(item.enclosures),
    })),
  };
}

/** RFC 4287, 3.1: text unless its type says HTML or XHTML. */
function atomText(
  text: { value?: string | undefined; type?: string | undefined } | undefined,
): FeedText | null {
  const isHtml = /^(?:html|xhtml|text\/html|application\/xhtml\+xml)$/i.test(text?.type ?? '');
  return isHtml ? html(text?.value) : plain(text?.value);
}

function atomLink(links: Feed<'atom'>['links']): string | null {
  return links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href ?? null;
}

function fromAtom(feed: Feed<'atom'>): FeedContent {
  return {
    title: atomText(feed.title),
    body: atomText(feed.subtitle),
    link: atomLink(feed.links),
    language: feed.xml?.lang ?? null,
    author: names(feed.authors),
    date: firstText(feed.updated),
    entries: (feed.entries ?? []).map((entry) => ({
      title: atomText(entry.title),
      link: atomLink(entry.links),
      date: firstText(entry.published, entry.updated),
      author: names(entry.authors),
      body: atomText(entry.content) ?? atomText(entry.summary),
      attachments: (entry.links ?? []).flatMap(({ rel, href }) =>
        rel === 'enclosure' && href ? [href] : [],
      ),
    })),
  };
}

function fromJson(feed: Feed<'json'>): FeedContent {
  return {
    title: plain(feed.title),
    body: plain(feed.description),
    link: feed.home_page_url ?? null,
    language: feed.language ?? null,
    author: names(feed.authors),
    date: null,
    entries: (feed.items ?? []).map((item) => ({
      title: plain(item.title),
      link: item.url ?? item.external_url ?? null,
      date: firstText(item.date_published, item.date_modified),
      author: names(item.authors),
      body: html(item.content_html) ?? plain(item.content_text ?? item.summary),
      attachments: addresses(item.attachments),
    })),
  };
}
