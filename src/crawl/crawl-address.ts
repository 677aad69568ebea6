import { parseUrl } from '../contract/address.ts';
import { fail } from '../contract/failure.ts';

/** Longest address of a page: what the service takes. */
const MOST_CHARACTERS = 8192;

/** Parameters that say where a visitor came from. */
const TRACKING =
  /^(?:utm_\w{1,40}|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hs\w{1,20})$/i;
/** Parameters that say which visit it is, whatever their value. */
const SESSION = /^(?:php|asp|j)?session_?(?:id)?\w{0,12}$|^(?:phpsessid|cfid|cftoken|oscsid|zenid)$/i;
/** Names that mean the same where the value is a token, and an id of a page elsewhere. */
const PERHAPS_SESSION = /^(?:s|sid|sess|token|visit|visitor)$/i;
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;?]*/gi;

/** At least this many letters and digits of one run are no word or number. */
const TOKEN_CHARACTERS = 16;

/** True for what a program made up: an id of a session, a digest. */
export const isToken = (text: string): boolean =>
  text.length >= TOKEN_CHARACTERS && /^[\w-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/** An address as a crawl asks for it. */
export interface CrawlAddress {
  /** Without fragment, and without what says which visit it is. */
  readonly url: URL;
  /** The same for addresses of one page: no scheme, no `www.`, parameters in the order of their names. */
  readonly key: string;
  /** Something of a visit was taken out. */
  readonly isShortened: boolean;
}

/** An http or https address for a crawl; undefined for any other. `ignored`: parameters that this site does not heed. */
export function crawlAddress(
  href: string,
  ignored: ReadonlySet<string> = new Set(),
): CrawlAddress | undefined {
  const url = parseUrl(href);
  const isCrawled = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isCrawled || url.href.length > MOST_CHARACTERS) return undefined;
  url.hash = '';
  const before = url.href;
  url.pathname = url.pathname.replace(PATH_SESSION, '');
  const given = [...url.searchParams];
  const kept = given.filter(([name, value]) => !isOfVisit(name, value) && !ignored.has(name));
  // Only where something goes: writing parameters anew changes how they are spelt.
  if (kept.length < given.length) url.search = new URLSearchParams(kept).toString();
  const names = kept.map(([name, value]) => `${name}=${value}`).sort();
  const key = `${siteOf(url)}${url.pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
  return { url, key, isShortened: url.href !== before };
}

/** The address that a crawl begins with. Throws `invalid_url` for one that is not http or https. */
export function firstAddress(start: string): CrawlAddress {
  const address = crawlAddress(start);
  if (address !== undefined) return address;
  throw fail('invalid_url', `Give an http or https address; it is ${JSON.stringify(start)}.`);
}

const isOfVisit = (name: string, value: string): boolean =>
  TRACKING.test(name) || SESSION.test(name) || (PERHAPS_SESSION.test(name) && isToken(value));

/** The host with its port, the same with `www.` and without. */
export const siteOf = (url: URL): string => url.host.replace(/^www\./, '');
