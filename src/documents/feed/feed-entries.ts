import { parseFeed } from 'feedsmith';

/** HTML or plain text of a feed. */
export interface FeedText {
  readonly value: string;
  readonly isHtml: boolean;
}

/** An entry of a feed, whatever its format. */
export interface FeedEntry {
  readonly title: FeedText | null;
  readonly link: string | null;
  /** As the feed writes it. */
  readonly date: string | null;
  readonly author: string | null;
  /** The whole content, else the summary. */
  readonly body: FeedText | null;
  readonly attachments: readonly string[];
}

export interface FeedContent {
  readonly title: FeedText | null;
  readonly description: FeedText | null;
  readonly link: string | null;
  readonly language: string | null;
  readonly author: string | null;
  readonly date: string | null;
  readonly entries: readonly FeedEntry[];
}

type Parsed = ReturnType<typeof parseFeed>;
type Rss = Extract<Parsed, { format: 'rss' }>['feed'];
type Atom = Extract<Parsed, { format: 'atom' }>['feed'];
type Rdf = Extract<Parsed, { format: 'rdf' }>['feed'];
type Json = Extract<Parsed, { format: 'json' }>['feed'];

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
    case 'atom':
      return fromAtom(parsed.feed);
    case 'rdf':
      return fromRdf(parsed.feed);
    case 'json':
      return fromJson(parsed.feed);
  }
}

const html = (value: string | undefined): FeedText | null => (value ? { value, isHtml: true } : null);
const plain = (value: string | undefined): FeedText | null => (value ? { value, isHtml: false } : null);
const names = (people: readonly { name?: string | undefined }[] | undefined): string | null =>
  people?.flatMap(({ name }) => (name ? [name] : [])).join(', ') || null;

/** Dates are strings as the feed writes them: no parser of dates is set. */
const dateText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

interface DublinCore {
  readonly dates?: readonly string[];
  readonly date?: string;
  readonly creators?: readonly string[];
  readonly creator?: string;
}

function dublinCore(dc: unknown): { readonly date: string | null; readonly author: string | null } {
  const { dates, date, creators, creator } = (dc ?? {}) as DublinCore;
  return { date: dates?.[0] ?? date ?? null, author: creators?.join(', ') ?? creator ?? null };
}

/** RSS says of no element whether it is text or HTML; its readers take titles and descriptions for HTML. */
function fromRss(feed: Rss): FeedContent {
  return {
    title: html(feed.title),
    description: html(feed.description),
    link: feed.link ?? null,
    language: feed.language ?? null,
    author: feed.managingEditor?.name ?? null,
    date: dateText(feed.lastBuildDate) ?? dateText(feed.pubDate),
    entries: (feed.items ?? []).map((item) => ({
      title: html(item.title),
      link:
        item.link ??
        (item.guid?.isPermaLink !== false && /^https?:/.test(item.guid?.value ?? '')
          ? item.guid!.value!
          : null),
      date: dateText(item.pubDate) ?? dublinCore(item.dc).date,
      author: names(item.authors) ?? dublinCore(item.dc).author,
      body: html(item.content?.encoded ?? item.description),
      attachments: (item.enclosures ?? []).flatMap(({ url }) => (url ? [url] : [])),
    })),
  };
}

function fromRdf(feed: Rdf): FeedContent {
  return {
    title: html(feed.title),
    description: html(feed.description),
    link: feed.link ?? null,
    language: null,
    author: dublinCore(feed.dc).author,
    date: dublinCore(feed.dc).date,
    entries: (feed.items ?? []).map((item) => ({
      title: html(item.title),
      link: item.link ?? null,
      ...dublinCore(item.dc),
      body: html(item.content?.encoded ?? item.description),
      attachments: [],
    })),
  };
}

interface AtomText {
  readonly value?: string | undefined;
  readonly type?: string | undefined;
}

/** RFC 4287, 3.1: text unless its type says HTML or XHTML. */
function atomText(text: AtomText | undefined): FeedText | null {
  if (!text?.value) return null;
  return {
    value: text.value,
    isHtml: /^(?:html|xhtml|text\/html|application\/xhtml\+xml)$/i.test(text.type ?? ''),
  };
}

function atomLink(links: Atom['links']): string | null {
  const found = links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? null;
  return found?.href ?? null;
}

function fromAtom(feed: Atom): FeedContent {
  return {
    title: atomText(feed.title),
    description: atomText(feed.subtitle),
    link: atomLink(feed.links),
    language: feed.xml?.lang ?? null,
    author: names(feed.authors),
    date: dateText(feed.updated),
    entries: (feed.entries ?? []).map((entry) => ({
      title: atomText(entry.title),
      link: atomLink(entry.links),
      date: dateText(entry.published) ?? dateText(entry.updated),
      author: names(entry.authors),
      body: atomText(entry.content) ?? atomText(entry.summary),
      attachments: (entry.links ?? []).flatMap(({ rel, href }) =>
        rel === 'enclosure' && href ? [href] : [],
      ),
    })),
  };
}

function fromJson(feed: Json): FeedContent {
  return {
    title: plain(feed.title),
    description: plain(feed.description),
    link: feed.home_page_url ?? null,
    language: feed.language ?? null,
    author: names(feed.authors),
    date: null,
    entries: (feed.items ?? []).map((item) => ({
      title: plain(item.title),
      link: item.url ?? item.external_url ?? null,
      date: dateText(item.date_published) ?? dateText(item.date_modified),
      author: names(item.authors),
      body: html(item.content_html) ?? plain(item.content_text ?? item.summary),
      attachments: (item.attachments ?? []).flatMap(({ url }) => (url ? [url] : [])),
    })),
  };
}
