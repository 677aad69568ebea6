import { parseHttpUrl, parseUrl, toUri } from '../../contract/address.ts';
import type { Root } from '../content/tree.ts';
import { firstOf } from '../first-of.ts';
import { isPortraitFile } from '../html/address.ts';
import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import { withoutInvisible } from '../invisible-characters.ts';
import type { Metadata } from '../options.ts';
import { jsonLdScripts } from '../page/structured-words.ts';
import { authorsOf } from './authors.ts';
import { type Collected, collect } from './collect.ts';
import { chooseDescription } from './description.ts';
import { excerptOf } from './excerpt.ts';
import { readJsonLd, type StructuredData } from './json-ld.ts';
import { type Direction, directionOf, languageOf } from './language.ts';
import { dayComesFirst, pageDate } from './page-date.ts';
import { elementText, squash } from './plain-text.ts';
import { shownDates } from './shown-dates.ts';
import { namesOfHost } from './site-name.ts';
import { titleAndSite, withoutAuthor } from './title-and-site.ts';

/**
 * What a page says of itself. Strings are one line of plain text, bounded, without control or bidirectional
 * characters and markup; URLs are absolute http(s); dates are RFC 3339.
 */
export interface PageMetadata {
  /** Title tag without the site's name, else the first heading, else the file name or host. Never empty. */
  readonly title: string;
  /** Names of the authors, separated by commas. */
  readonly byline: string | null;
  readonly description: string | null;
  readonly siteName: string | null;
  readonly dir: Direction | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly author: string | null;
  /** BCP 47 tag. */
  readonly language: string | null;
  readonly canonical: string | null;
  readonly image: string | null;
}

const MAX_URL = 2048;
/** Most scripts that are read for structured data. */
const MAX_SCRIPTS = 20;

/** What a template leaves when nothing fills it. */
const PLACEHOLDER = /\{\{|\}\}|\$\{|<%|%%[a-z]/i;

const META_PUBLISHED = (
  'article:published_time og:article:published_time itemprop:datepublished datepublished ' +
  'dc.date.issued dcterms.issued dcterms.created dc.date dcterms.date parsely-pub-date sailthru.date ' +
  'citation_publication_date publish_date publish-date pubdate date'
).split(' ');
const META_MODIFIED = (
  'article:modified_time og:updated_time itemprop:datemodified datemodified dcterms.modified ' +
  'dc.date.modified last-modified revised'
).split(' ');
const META_DESCRIPTION = (
  'description og:description twitter:description dc.description dcterms.description ' +
  'dc.description.abstract sailthru.description'
).split(' ');

const META_LANGUAGE = ['content-language', 'og:locale', 'dc.language', 'dcterms.language'];
const META_IMAGE = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** A picture that holds the place of one that is loaded later. */
const BLANK = /\/blank\.\w{3,4}$/i;

/** What a page says of itself in a title and a paragraph. */
export type PageSummary = Pick<PageMetadata, 'title' | 'description'>;

/** Reads the metadata of a page in a few passes over its tree. Pure: asks neither clock nor locale. */
export function readMetadata(doc: HtmlDocument, url: string): PageMetadata {
  const { page, data, first } = readStatements(doc);
  const { author, siteName, fullTitle, ...summary } = summarize({ page, data, first }, doc, url);
  const shown = shownDates(doc, titleHeading(doc, fullTitle));
  const given = [data.published, data.modified, ...[...META_PUBLISHED, ...META_MODIFIED].map(first)];
  const order = given.map((value) => dayComesFirst(value ?? '')).find((one) => one !== undefined);
  const dateOf = (values: readonly (string | null)[]) =>
    firstOf(values, (value) => (value === null ? null : (pageDate(value) ?? pageDate(value, order))));
  // Forums give the portrait of who asked as the picture of the thread.
  const structured = [data.image, first('itemprop:image'), page.imageSrc].filter(
    (image) => image !== null && !isPortraitFile(image.slice(0, MAX_URL)),
  );
  return {
    title: summary.title,
    byline: author,
    description: summary.description,
    siteName,
    dir: directionOf(doc),
    published: dateOf([
      data.published,
      ...META_PUBLISHED.map(first),
      page.time,
      dateInAddress(url),
      shown.published,
    ]),
    modified: dateOf([data.modified, ...META_MODIFIED.map(first), shown.modified]),
    author,
    language: languageOf(doc, fullTitle, firstOf(META_LANGUAGE, first) ?? data.language),
    canonical: webUrl(page.canonical ?? first('og:url') ?? data.url, doc.baseUrl),
    image: webUrl(
      [...META_IMAGE.map(first), ...structured].find(
        (image) => image !== null && !BLANK.test(image.slice(-40)),
      ) ?? null,
      doc.baseUrl,
    ),
  };
}

/** Reads the title and the description alone: the same as in all of the metadata, in less time. */
export function readSummary(doc: HtmlDocument, url: string): PageSummary {
  const { title, description } = summarize(readStatements(doc), doc, url);
  return { title, description };
}

/** What the elements and scripts of a page state, and the first meta of a name that has a value. */
interface Statements {
  readonly page: Collected;
  readonly data: StructuredData;
  readonly first: (name: string) => string | null;
}

function readStatements(doc: HtmlDocument): Statements {
  const page = collect(doc);
  const isFilled = (value: string) => value.trim() !== '' && !PLACEHOLDER.test(value.slice(0, 1000));
  const first = (name: string): string | null => page.metas.get(name)?.find(isFilled) ?? null;
  return { page, data: readJsonLd(jsonLdScripts(doc).slice(0, MAX_SCRIPTS)), first };
}

/** The summary, and what was read for it; `fullTitle` may have the author behind it. */
function summarize({ page, data, first }: Statements, doc: HtmlDocument, url: string) {
  const stated = [first('og:site_name'), first('application-name')];
  const { title, siteName } = titleAndSite(doc, page, data, stated, url);
  const organisations = [siteName, data.siteName, data.publisher, ...data.organisations].filter(
    (name) => name !== null,
  );
  const { labels } = namesOfHost(parseUrl(url)?.hostname ?? '');
  const author = authorsOf(doc, page, data, [...organisations, ...labels]);
  const descriptions = [...META_DESCRIPTION.map(first), data.description].filter((text) => text !== null);
  const titles = [title, page.titleTag, ...page.mainHeadings].filter((text) => text !== null);
  return {
    title: withoutAuthor(title, author, page.mainHeadings, url),
    description: chooseDescription(descriptions, titles, siteName),
    author,
    siteName,
    fullTitle: title,
  };
}

/** The first main heading that says the title, else the first one; null where a page has none. */
function titleHeading(doc: HtmlDocument, title: string): HtmlNode | null {
  const headings = doc.elements.tagged('h1');
  const own = headings.find((heading) => squash(elementText(doc, heading)) === squash(title));
  return own ?? headings[0] ?? null;
}

/** The date within an address: `/2021/04/22/`, `/2005-07-18/`. */
function dateInAddress(url: string): string | null {
  const path = parseUrl(url)?.pathname.slice(0, MAX_URL) ?? '';
  return /\/((?:19|20)[0-9]{2}[/-][0-9]{2}[/-][0-9]{2})(?:[/-]|$)/.exec(path)?.[1] ?? null;
}

/** An absolute http or https URL without credentials, or null. */
function webUrl(value: string | null, base: string): string | null {
  if (value === null || value.trim() === '' || value.length > MAX_URL) return null;
  const url = parseHttpUrl(value.trim(), base || undefined);
  if (!url || url.username || url.password) return null;
  const uri = toUri(url.href);
  return uri.length <= MAX_URL ? uri : null;
}

/** What a page says of itself without what shows nothing, whoever read it. */
export function withoutInvisibleFields(page: PageMetadata): PageMetadata {
  const clean = Object.entries(page).map(([name, value]: [string, string | null]) => [
    name,
    value === null ? null : withoutInvisible(value, 'code'),
  ]);
  return Object.fromEntries(clean) as PageMetadata;
}

/** The seven fields of the contract; `text` is the plain text of `content`, `length` its code points. */
export function contractMetadata(page: PageMetadata, content: Root, text: string, url: string): Metadata {
  return {
    title: page.title,
    byline: page.byline,
    excerpt: page.description ?? excerptOf(content, page.title),
    siteName: page.siteName,
    length: text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0),
    dir: page.dir,
    url: toUri(url),
  };
}
