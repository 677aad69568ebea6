import { invalid } from '../contract/failure.ts';
import { ACCEPT_ENCODING } from './decode-body.ts';
import type { TargetUrl } from './target-url.ts';

/** What a site is asked for: Markdown of its own first, then pages. */
const ACCEPT = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';

/** What a snapshot remembers of its response, to ask whether it has changed (RFC 9110, 13.1). */
export interface Validators {
  /** The final address of the snapshot; the validators are sent to no other. */
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/**
 * Header fields that a person adds to the requests for pages of their own, by the address of each request: on the command
 * line alone. No field ever goes to another origin than the one that it was given for, whatever redirects.
 */
export type OwnFields = (url: URL) => Readonly<Record<string, string>>;

/** What the fields of a request depend on. */
export interface RequestTraits {
  readonly userAgent: string;
  /** BCP 47 tag, sent as Accept-Language; `*` without one. */
  readonly language?: string | undefined;
  readonly validators?: Validators | undefined;
  /** What a person adds for a page of their own: never of a caller of the service. */
  readonly ownFields?: OwnFields | undefined;
}

/**
 * The header fields of a request; Host and Connection are added by the client. Throws `invalid_request` for a
 * language that is no tag.
 */
export function requestHeaders(
  { url }: TargetUrl,
  { userAgent, language, validators, ownFields }: RequestTraits,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPT_ENCODING,
    // Some sites refuse who sends none.
    'accept-language': language === undefined ? '*' : acceptLanguage(language),
    ...(validators !== undefined && validators.url === url.href ? conditionalHeaders(validators) : {}),
    ...ownFields?.(url),
  };
}

/** Whether the request asks to be told only of a change. */
export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers;
}

/** Validators go back byte for byte as they came; what could not stand in a header is left out. */
function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  const isSendable = (value: string | undefined): value is string =>
    /^[\x20-\x7e]{1,1024}$/.test(value ?? '');
  return {
    ...(isSendable(etag) ? { 'if-none-match': etag } : {}),
    ...(isSendable(lastModified) ? { 'if-modified-since': lastModified } : {}),
  };
}

function acceptLanguage(language: string): string {
  if (!/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,8}$/.test(language))
    throw invalid(`Give "language" as a BCP 47 tag such as "de-CH": ${JSON.stringify(language)} is none.`);
  const [primary] = language.split('-');
  return primary === language ? `${language}, *;q=0.5` : `${language}, ${primary};q=0.9, *;q=0.5`;
}
