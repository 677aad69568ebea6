import { parseUrl } from '../../contract/address.ts';
import { firstOf } from '../first-of.ts';
import { isFrontPage, percentDecoded } from '../html/address.ts';
import type { HtmlDocument } from '../html/tree.ts';
import type { Collected } from './collect.ts';
import type { StructuredData } from './json-ld.ts';
import { type SplitTitle, splitTitle, type TitleEvidence } from './page-title.ts';
import { plainText, squash } from './plain-text.ts';
import {
  frontPageNames,
  type HostNames,
  isSite,
  leadsOf,
  namesOfHost,
  partsOf,
  segment,
  wordsOf,
} from './site-name.ts';

const MAX_TITLE = 300;
const MAX_SITE_NAME = 100;
/** Fewest words of a motto; fewer are a part of the name: `Harbour Post - Education`. */
const MIN_MOTTO_WORDS = 3;

/** What is set as a site's name and names none: an address, a path, a word for a part of any site. */
const NO_SITE_NAME =
  /^(?:(?:https?:\/\/|www\.|\/).*|(?:the )?(?:blog|news|home|home ?page|docs?|documentation|reference|health|website|site|index|main|default))$/i;
/** What the rest of a name may spell out. */
const ABBREVIATION = /^[A-Z.]{2,12}$/;
/** A number of unread messages before the title. */
const COUNTER = /^\s*\([0-9]{1,3}\+?\)\s+(?=\S)/;
/** Separators with nothing behind or before them. */
// linear: at most 300 characters, as the title.
const DANGLING = /^(?:[|–—·•»]\s*)+|(?:\s*[|–—·•»]|\s-)+$/g;

/** The title of a page and the name of its site: one is cut from the other. The title is never empty. */
export function titleAndSite(
  doc: HtmlDocument,
  page: Collected,
  data: StructuredData,
  stated: readonly (string | null)[],
  url: string,
): SplitTitle {
  const names = [...stated, data.siteName].map(cleanedName).filter((name) => name !== null);
  const evidence: TitleEvidence = {
    siteName: names[0] ?? null,
    linkNames: frontPageNames(doc, url),
    host: namesOfHost(parseUrl(url)?.hostname ?? ''),
    headings: page.mainHeadings.map(short),
    subheadings: page.subheadings.map(short),
    headline: data.title === null ? null : short(data.title),
    copies: ['og:title', 'twitter:title'].flatMap(
      (name) => page.metas.get(name)?.slice(0, 1).map(short) ?? [],
    ),
    isFront: isFront(url),
  };
  const split = citedTitle(page, evidence) ?? titleOf(page, evidence, url);
  const ofTitle = cleanedName(split.siteName);
  const known = ofTitle === null ? names : [...names, ofTitle];
  const isTitle = (name: string): boolean => !evidence.isFront && squash(split.title) === squash(name);
  const siteName = known.find((name) => !NO_SITE_NAME.test(name) && !isTitle(name));
  const confirming = [...data.organisations, ...evidence.linkNames, ofTitle ?? ''];
  return {
    title: withoutThreadPrefix(split.title, page.threadPrefix),
    siteName: siteName ? withoutMotto(siteName, confirming, evidence.host) : null,
  };
}

/** What a paper asks to be cited as (Highwire Press), where the title tag says it with more around it: a number, a site. */
function citedTitle(page: Collected, evidence: TitleEvidence): SplitTitle | null {
  const cited = cleaned(page.metas.get('citation_title')?.[0]);
  const tag = cleaned(page.titleTag);
  if (cited === null || tag === null || !squash(tag).includes(squash(cited))) return null;
  return { title: cited, siteName: splitTitle(tag, evidence).siteName };
}

function titleOf(page: Collected, evidence: TitleEvidence, url: string): SplitTitle {
  const { headings, headline, copies } = evidence;
  const told = [headline, ...copies, ...headings].filter((value) => value !== null);
  const tag = tagOf(page.titleTag, told);
  if (tag && !evidence.isFront && isSite(tag, evidence)) {
    const own = told.find((value) => value !== '' && !isSite(value, evidence));
    return { title: (own && cleaned(own)) || tag, siteName: tag };
  }
  if (tag) {
    const split = splitTitle(tag, evidence);
    const own = confirmedTitle(split.title, tag, evidence);
    return own === null ? split : { ...split, title: cleaned(own) ?? split.title };
  }
  const title = firstOf([headings[0], page.firstHeading, headline, ...copies], cleaned) ?? nameOfPlace(url);
  return { title, siteName: null };
}

/** Share of the words of the shorter of two titles that the other must have to be another wording of it. */
const MIN_SHARED = 0.5;
/** Fewest letters that a longer heading may begin with to be the whole of what is cut off. */
const MIN_CUT = 12;

/**
 * The title that readers see, where it is not that of the title tag: a main heading that the page declares as its title, else
 * what its structured data and its share title agree on, else a main heading that words the title tag otherwise. Null
 * where a heading says the same as the tag, or none has to do with it: that names a section, a book or a box.
 */
function confirmedTitle(title: string, tag: string, evidence: TitleEvidence): string | null {
  const headings = evidence.headings.filter(
    (heading) => squash(heading) !== '' && !isSite(heading, evidence),
  );
  const own = squash(title);
  if (headings.some((heading) => squash(heading) === own)) return null;
  const { headline, copies } = evidence;
  const declared = [headline, ...copies].flatMap((value) => (value === null ? [] : leadsOf(value)));
  const read = headings.find((heading) => declared.includes(squash(heading)));
  const agreed = copies.find(
    (copy) => squash(copy) === squash(headline ?? '') && squash(copy) !== squash(tag),
  );
  return read ?? agreed ?? headings.find((heading) => isOtherWording(heading, title, tag)) ?? null;
}

/** Whether a heading begins the title tag, goes on where it is cut off, or says half of it in other words. */
function isOtherWording(heading: string, title: string, tag: string): boolean {
  const [own, cut, all] = [heading, title, tag].map(squash) as [string, string, string];
  if (all.startsWith(own) || (cut === all && cut.length >= MIN_CUT && own.startsWith(cut))) return true;
  if (all.includes(own) || own.includes(cut)) return false;
  const [words, others] = [new Set(wordsOf(heading)), new Set(wordsOf(title))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= MIN_SHARED * Math.min(words.size, others.size);
}

/** The title tag without what scripts and templates leave at its ends. */
function tagOf(titleTag: string | null, told: readonly string[]): string | null {
  const tag = cleaned(titleTag)?.replace(DANGLING, '') ?? null;
  const isCounted = tag !== null && told.length > 0 && !told.some((title) => COUNTER.test(title));
  return isCounted ? tag.replace(COUNTER, '') : tag;
}

/** A title without the name of its author behind a separator, unless a heading has it too or the page is a front page. */
export function withoutAuthor(
  title: string,
  author: string | null,
  headings: readonly string[],
  url: string,
): string {
  if (isFront(url)) return title;
  const [before, last] = segment(title).slice(-2);
  const isHeading = headings.some((own) => squash(own) === squash(title));
  if (author === null || last === undefined || isHeading) return title;
  const name = title.slice(last.start).replace(/^by /i, '');
  return squash(name) === squash(author) ? title.slice(0, before!.end) : title;
}

/** A title without what a forum sets ahead of it, and what parts the two. */
function withoutThreadPrefix(title: string, prefix: string | null): string {
  if (prefix === null || !title.startsWith(prefix)) return title;
  const rest = title.slice(prefix.length);
  const parted = rest.replace(/^\s*[-–—:|]?\s+/, '');
  return parted === '' || parted === rest ? title : parted;
}

/** The part of a site's name that something else confirms, where the rest of it is a motto. */
function withoutMotto(name: string, confirming: readonly string[], host: HostNames): string {
  const parts = partsOf(name);
  const evidence = { siteName: null, linkNames: confirming, host };
  const own = parts.find((part) => isSite(part, evidence));
  if (own === undefined || parts.length < 2 || ABBREVIATION.test(own)) return name;
  const motto = parts.filter((part) => part !== own).join(' ');
  return motto.split(' ').length >= MIN_MOTTO_WORDS ? own : name;
}

function isFront(url: string): boolean {
  const location = parseUrl(url);
  return location !== undefined && isFrontPage(location);
}

function short(value: string): string {
  return value.slice(0, 2 * MAX_TITLE);
}

function cleaned(value: string | null | undefined): string | null {
  return plainText(value ?? '', MAX_TITLE);
}

/** Without the separators that generators leave at its ends. */
function cleanedName(value: string | null): string | null {
  // linear: at most 100 characters.
  const name = value && plainText(value, MAX_SITE_NAME)?.replace(/^[\s|·•:–—-]+|[\s|·•:–—-]+$/g, '');
  return name || null;
}

/** A title for what has none: the file name of its URL, else the host, else the text as it is. Never empty. */
export function nameOfPlace(url: string): string {
  const location = parseUrl(url);
  const file = location?.pathname.split('/').findLast((part) => part !== '') ?? '';
  return (
    plainText(percentDecoded(file), MAX_TITLE) ??
    plainText(location?.hostname ?? url, MAX_TITLE) ??
    'Untitled'
  );
}
