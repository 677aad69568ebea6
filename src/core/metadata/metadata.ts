import { parseUrl } from '../../contract/parse-url.ts';
import { isFrontPage } from '../front-page.ts';
import { attr, type HtmlDocument } from '../html/tree.ts';
import { authorsOf } from './authors.ts';
import { type Collected, collect } from './collect.ts';
import { frontPageNames } from './front-page-links.ts';
import { readJsonLd, type StructuredData } from './json-ld.ts';
import { nameOfPlace } from './name-of-place.ts';
import { pageDate } from './page-date.ts';
import { type SplitTitle, splitTitle } from './page-title.ts';
import { plainText } from './plain-text.ts';

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
  readonly dir: 'ltr' | 'rtl' | 'auto' | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly author: string | null;
  /** BCP 47 tag. */
  readonly language: string | null;
  readonly canonical: string | null;
  readonly image: string | null;
}

const MAX_TITLE = 300;
const MAX_SITE_NAME = 100;
const MAX_DESCRIPTION = 1000;
const MAX_URL = 2048;

/** What a template leaves when nothing fills it. */
const PLACEHOLDER = /\{\{|\}\}|\$\{|<%|%%[a-z]/i;

const META_PUBLISHED = [
  'article:published_time',
  'og:article:published_time',
  'itemprop:datepublished',
  'datepublished',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
  'publish_date',
  'publish-date',
  'pubdate',
  'date',
];
const META_MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'itemprop:datemodified',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'revised',
];
const META_DESCRIPTION = [
  'description',
  'og:description',
  'twitter:description',
  'dc.description',
  'dcterms.description',
  'dc.description.abstract',
  'sailthru.description',
];

/** Reads the metadata of a page in one pass over its tree. Pure: asks neither clock nor locale. */
export function readMetadata(doc: HtmlDocument, url: string): PageMetadata {
  const page = collect(doc);
  const data = readJsonLd(page.jsonLd);
  const first = (names: readonly string[]): string | null => {
    for (const name of names) {
      const value = page.metas.get(name)?.find((v) => v.trim() !== '' && !PLACEHOLDER.test(v.slice(0, 1000)));
      if (value !== undefined) return value;
    }
    return null;
  };
  const dateOf = (values: readonly (string | null)[]): string | null => {
    for (const value of values) {
      const date = value === null ? null : pageDate(value);
      if (date) return date;
    }
    return null;
  };
  const namedSite = first(['og:site_name', 'application-name']) ?? data.siteName;
  const { title, siteName } = titleOf(page, data, cleanedName(namedSite), frontPageNames(doc, url), url);
  const siteNames = [namedSite, siteName].filter((name) => name !== null);
  const author = authorsOf(doc, page, data, siteNames);
  return {
    title,
    byline: author,
    description: cleaned(first(META_DESCRIPTION) ?? data.description, MAX_DESCRIPTION),
    siteName: cleanedName(namedSite) ?? cleanedName(siteName),
    dir: directionOf(doc),
    published: dateOf([data.published, ...META_PUBLISHED.map((name) => first([name])), page.time]),
    modified: dateOf([data.modified, ...META_MODIFIED.map((name) => first([name]))]),
    author,
    language: languageOf(
      doc,
      first(['content-language', 'og:locale', 'dc.language', 'dcterms.language']) ?? data.language,
    ),
    canonical: webUrl(page.canonical ?? first(['og:url']) ?? data.url, doc.baseUrl),
    image: webUrl(
      first(['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']) ??
        data.image ??
        first(['itemprop:image']) ??
        page.imageSrc,
      doc.baseUrl,
    ),
  };
}

function cleaned(value: string | null, limit: number): string | null {
  return value === null ? null : plainText(value, limit);
}

/** Without the separators that generators leave at its ends. */
function cleanedName(value: string | null): string | null {
  const name = cleaned(value, MAX_SITE_NAME)?.replace(/^[\s|·•:–—-]+|[\s|·•:–—-]+$/g, '');
  return name || null;
}

function titleOf(
  page: Collected,
  data: StructuredData,
  siteName: string | null,
  linkNames: readonly string[],
  url: string,
): SplitTitle {
  const location = parseUrl(url);
  const copies = [page.metas.get('og:title')?.[0], page.metas.get('twitter:title')?.[0]];
  const tag = cleaned(page.titleTag, MAX_TITLE);
  if (tag) {
    const short = (value: string) => value.slice(0, 2 * MAX_TITLE);
    return splitTitle(tag, {
      siteNames: siteName === null ? [] : [siteName],
      linkNames,
      host: location?.hostname ?? '',
      headings: page.mainHeadings.map(short),
      subheadings: page.subheadings.map(short),
      headline: data.title === null ? null : short(data.title),
      copies: copies.filter((value) => value !== undefined).map(short),
      isFront: location !== undefined && isFrontPage(location),
    });
  }
  for (const value of [...page.mainHeadings.slice(0, 1), page.firstHeading, data.title, ...copies]) {
    const title = cleaned(value ?? null, MAX_TITLE);
    if (title) return { title, siteName: null };
  }
  return { title: nameOfPlace(url), siteName: null };
}

function directionOf(doc: HtmlDocument): PageMetadata['dir'] {
  for (const node of [doc.root, doc.body]) {
    const dir = node ? attr(node, 'dir')?.trim().toLowerCase() : undefined;
    if (dir === 'ltr' || dir === 'rtl' || dir === 'auto') return dir;
  }
  return null;
}

function languageOf(doc: HtmlDocument, stated: string | null): string | null {
  const own = [
    attr(doc.root, 'lang'),
    attr(doc.root, 'xml:lang'),
    doc.body && attr(doc.body, 'lang'),
    stated,
  ];
  for (const value of own) {
    const tag = value?.split(/[,;\s]/, 1)[0]?.replaceAll('_', '-') ?? '';
    if (/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag)) return tag;
  }
  return null;
}

/** An absolute http or https URL without credentials, or null. */
function webUrl(value: string | null, base: string): string | null {
  if (value === null || value.trim() === '' || value.length > MAX_URL) return null;
  const url = parseUrl(value.trim(), base || undefined);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    return null;
  return url.href.length <= MAX_URL ? url.href : null;
}
