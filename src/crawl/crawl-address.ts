import { parseHttpUrl, parseUrl } from '../contract/address.ts';
import { fail } from '../contract/failure.ts';
import { blockedTarget } from '../fetching/fetch-failures.ts';

/** Longest address of a page: what the service takes. */
export const MOST_CHARACTERS = 8192;

/** Parameters that say where a visitor came from. */
const TRACKING =
  /^(?:utm_\w{1,40}|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hs\w{1,20})$/i;
/** Parameters that say which visit it is where their value is a token; `?session=12` may be a page of a conference. */
const SESSION =
  /^(?:s|sid|sess|token|visit|visitor|cfid|cftoken|oscsid|zenid|(?:php|asp|j)?sess(?:ion)?_?(?:id)?\w{0,12})$/i;
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=([^/;?]*)/gi;

/** At least this many letters and digits of one run are no word or number. */
const TOKEN_CHARACTERS = 16;

/** True for what a program made up: an id of a session, a digest. */
export const isToken = (text: string): boolean =>
  text.length >= TOKEN_CHARACTERS && /^[\w-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/** A path with its numbers and tokens as signs: what addresses of one kind have in common. */
export const shapeOfPath = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => (isToken(segment) ? '*' : segment.replace(/\d+/g, '#')))
    .join('/');

/** An address as a crawl asks for it. */
export interface CrawlAddress {
  /** Without fragment, and without what says which visit it is. */
  readonly url: URL;
  /** The same for addresses of one page: no scheme, no `www.`, parameters in the order of their names. */
  readonly key: string;
  /** Something of a visit was taken out. */
  readonly isShortened: boolean;
}

/**
 * An http or https address for a crawl; undefined for any other. `ignored`: parameters that pages of a shape do not heed; null: it
 * is taken as it is spelt.
 */
export function crawlAddress(
  href: string,
  ignored: ((shape: string) => ReadonlySet<string> | undefined) | null = () => undefined,
): CrawlAddress | undefined {
  const url = parseHttpUrl(href);
  if (url === undefined || url.username + url.password !== '' || url.href.length > MOST_CHARACTERS)
    return undefined;
  url.hash = '';
  const before = url.href;
  const path = url.pathname;
  if (ignored !== null && path.includes(';'))
    url.pathname = path.replace(PATH_SESSION, (whole, value: string) => (isToken(value) ? '' : whole));
  const given = url.search === '' ? [] : [...url.searchParams];
  const kept = ignored === null ? given : keptOf(given, () => ignored(shapeOfPath(url.pathname)));
  // Only where something goes: writing parameters anew changes how they are spelt.
  if (kept.length < given.length) url.search = new URLSearchParams([...kept]).toString();
  const names = parametersInOrder(kept);
  const key = `${siteOf(url)}${url.pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
  return { url, key, isShortened: url.href !== before };
}

type Parameter = readonly [name: string, value: string];

/** Parameters as texts in their order; those of two queries are the same where they mean the same, and only then. */
export const parametersInOrder = (parameters: readonly Parameter[]): string[] =>
  parameters.map((parameter) => parameter.map(encodeURIComponent).join('=')).sort();

function keptOf(
  given: readonly [string, string][],
  ignored: () => ReadonlySet<string> | undefined,
): [string, string][] {
  const unheeded = given.some(([, value]) => isToken(value)) ? ignored() : undefined;
  const isOfVisit = ([name, value]: Parameter) =>
    TRACKING.test(name) || (isToken(value) && (SESSION.test(name) || unheeded?.has(name) === true));
  return given.filter((parameter) => !isOfVisit(parameter));
}

/** The address that a crawl begins with. Throws `invalid_url` for one that is not http or https, `blocked_target` for userinfo. */
export function firstAddress(start: string): CrawlAddress {
  const address = crawlAddress(start, null);
  if (address !== undefined) return address;
  const { username = '', password = '' } = parseUrl(start) ?? {};
  if (username + password !== '') throw blockedTarget('userinfo');
  throw fail(
    'invalid_url',
    `Give an http or https address of at most ${MOST_CHARACTERS} characters; it is ${JSON.stringify(start.slice(0, 80))}.`,
  );
}

/** The host with its port, the same with `www.` and without. */
export const siteOf = (url: URL): string => url.host.replace(/^www\./, '');
