import { decodeHTML } from 'entities/decode';
import { type Entity, hasType, isEntity, jsonLdEntities, own } from '../html/json-ld.ts';

/** What structured data says of the page; raw strings, to be cleaned by the reader. */
export interface StructuredData {
  title: string | null;
  authors: string[];
  description: string | null;
  siteName: string | null;
  /** Names of all sites and organisations. */
  organisations: string[];
  /** Who publishes the article. */
  publisher: string | null;
  published: string | null;
  modified: string | null;
  language: string | null;
  url: string | null;
  image: string | null;
}

const MAX_AUTHORS = 10;

const TEXT = /^(?:\w*Article|\w*Posting)$/;
/** What else may be what the page is about, or stand on the page of an article. */
const WORK =
  /^(?:Blog|Report|Recipe|Review|HowTo|Book|Course|Event|Product|VideoObject|PodcastEpisode|QAPage|SoftwareApplication)$/;
const PAGE = /^(?:\w*Page|CreativeWork|WebContent)$/;
const SITE = /^(?:WebSite|NewsMediaOrganization|Organization|Corporation|Periodical)$/;

/** Reads the JSON-LD scripts of a page: references by `@id`, HTML entities in values. */
export function readJsonLd(scripts: readonly string[]): StructuredData {
  const entities = jsonLdEntities(scripts);
  const byId = new Map<string, Entity>();
  for (const entity of entities) {
    const id = own(entity, '@id');
    if (typeof id === 'string' && Object.keys(entity).length > 1 && !byId.has(id)) byId.set(id, entity);
  }
  const article = entities.find((e) => hasType(e, TEXT)) ?? entities.find((e) => hasType(e, WORK));
  const page = entities.find((e) => hasType(e, PAGE));
  const site = entities.find((e) => hasType(e, /^WebSite$/)) ?? entities.find((e) => hasType(e, SITE));
  const publisher = nameOf(own(article, 'publisher'), byId);
  return {
    title: text(article, 'headline') ?? text(article, 'name') ?? text(page, 'headline') ?? text(page, 'name'),
    authors: names(article, byId).concat(article ? [] : names(page, byId)),
    description: text(article, 'description') ?? text(page, 'description'),
    organisations: entities.filter((e) => hasType(e, SITE)).flatMap((e) => text(e, 'name') ?? []),
    publisher,
    siteName: text(site, 'name') ?? publisher,
    published:
      text(article, 'datePublished') ??
      text(article, 'dateCreated') ??
      text(article, 'datePosted') ??
      text(page, 'datePublished'),
    modified: text(article, 'dateModified') ?? text(page, 'dateModified'),
    language: text(article, 'inLanguage') ?? text(page, 'inLanguage'),
    url: text(article, 'url') ?? text(page, 'url'),
    image: imageOf(own(article, 'image') ?? own(page, 'primaryImageOfPage') ?? own(page, 'image'), byId),
  };
}

/** A string property, the first of several, with its character references decoded. */
function text(entity: Entity | undefined, key: string): string | null {
  let value = own(entity, key);
  if (Array.isArray(value)) value = value[0];
  if (isEntity(value)) value = own(value, '@value') ?? own(value, 'name');
  return typeof value === 'string' && value.trim() !== '' ? decoded(value) : null;
}

/** Twice, because pages escape for HTML what already is escaped. */
function decoded(value: string): string {
  const short = value.slice(0, 10_000);
  return short.includes('&') ? decodeHTML(decodeHTML(short)) : short;
}

function names(entity: Entity | undefined, byId: ReadonlyMap<unknown, Entity>): string[] {
  const value = own(entity, 'author') ?? own(entity, 'creator');
  const list = Array.isArray(value) ? value.slice(0, MAX_AUTHORS) : [value];
  return list.map((author) => nameOf(author, byId)).filter((name) => name !== null);
}

/** Name of a person or organisation given as text, as an object, or by reference. */
function nameOf(value: unknown, byId: ReadonlyMap<unknown, Entity>): string | null {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? null : nameOf(value[0], byId);
  if (typeof value === 'string')
    return value.trim() === '' || byId.has(value) ? null : decoded(value) || null;
  if (!isEntity(value)) return null;
  const given = [text(value, 'givenName'), text(value, 'familyName')].filter(Boolean).join(' ');
  return text(value, 'name') ?? (given || text(byId.get(own(value, '@id')), 'name'));
}

function imageOf(value: unknown, byId: ReadonlyMap<unknown, Entity>): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  if (!isEntity(first)) return null;
  return text(first, 'url') ?? text(first, 'contentUrl') ?? text(byId.get(own(first, '@id')), 'url');
}
