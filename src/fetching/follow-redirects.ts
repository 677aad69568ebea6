import { fail } from '../contract/failure.ts';
import { type ExchangeSettings, exchange } from './exchange.ts';
import { isConditional, type RequestTraits, requestHeaders } from './request-headers.ts';
import { type ResponseHeaders, redirectLocation } from './response-head.ts';
import { parseRedirectUrl, type TargetUrl } from './target-url.ts';

/** Redirects that are followed; one more is `too_many_redirects`. */
export const MAX_REDIRECTS = 10;

/** One hop that led on. */
export interface Redirect {
  readonly status: number;
  /** The address that redirected. */
  readonly url: string;
}

/** What all hops share. */
export interface FollowContext extends ExchangeSettings {
  readonly traits: RequestTraits;
  /** Judges a hop beyond the egress rule (robots.txt); throws to refuse it. */
  readonly judgeHop?: (target: TargetUrl) => Promise<void>;
}

/** Where the redirects ended. `conditional`: the last request carried validators. */
export type Followed = Awaited<ReturnType<typeof followRedirects>>;

/**
 * Asks for `first` and follows its redirects, each of which is parsed, judged and dialled like the first. Throws
 * what `exchange` throws, `blocked_target`, `malformed_response` and `too_many_redirects`.
 */
export async function followRedirects(first: TargetUrl, context: FollowContext) {
  const redirects: Redirect[] = [];
  const cookies = new RedirectCookies();
  let target = first;
  /** The last one that a redirect named: one that names none keeps what was there (RFC 9110, 10.2.2). */
  let fragment: string | undefined;
  for (;;) {
    await context.judgeHop?.(target);
    const headers = requestHeaders(target, context.traits);
    const response = await exchange(target, cookies.addTo(headers, target), context);
    const location = redirectLocation(response.status, response.headers);
    if (location === undefined)
      return { target, response, redirects, fragment, conditional: isConditional(headers) };
    if (redirects.length === MAX_REDIRECTS) {
      throw fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`);
    }
    redirects.push({ status: response.status, url: target.url.href });
    cookies.keep(target, response.headers);
    target = parseRedirectUrl(location, target.url);
    fragment = target.fragment ?? fragment;
  }
}

/** The most cookies that one fetch carries. */
const MAX_COOKIES = 50;

/** The longest `name=value` that is kept, in characters (RFC 6265, 6.1: at least 4096). */
const MAX_COOKIE_LENGTH = 4_096;

/**
 * The cookies of one fetch. Many sites set one and redirect to see it come back; without it they redirect for
 * ever. A cookie returns to the host that set it and to no other, over TLS only if it is `Secure`, and is
 * forgotten with the fetch.
 */
export class RedirectCookies {
  readonly #cookies = new Map<string, { host: string; secure: boolean; pair: string }>();

  /** Keeps the cookies that a redirect sets. */
  keep({ url, secure }: TargetUrl, headers: ResponseHeaders): void {
    for (const field of headers.all('set-cookie')) {
      const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
      const name = pair.slice(0, Math.max(pair.indexOf('='), 0));
      // Only what may stand in a Cookie field unquoted (RFC 6265, 4.1.1), and a little more that browsers take.
      if (
        name === '' ||
        pair.length > MAX_COOKIE_LENGTH ||
        !/^[\x21-\x3a\x3c-\x7e][\x20-\x3a\x3c-\x7e]*$/.test(pair)
      )
        continue;
      const key = `${url.hostname} ${name}`;
      if (attributes.some(isExpiry)) this.#cookies.delete(key);
      else if (this.#cookies.size < MAX_COOKIES || this.#cookies.has(key)) {
        const needsTls = attributes.some((attribute) => /^secure$/i.test(attribute));
        if (!needsTls || secure) this.#cookies.set(key, { host: url.hostname, secure: needsTls, pair });
      }
    }
  }

  /** The fields of the next hop with those of its cookies, behind the ones that a person gave. */
  addTo(headers: Record<string, string>, { url, secure }: TargetUrl): Record<string, string> {
    const pairs = [...this.#cookies.values()]
      .filter((cookie) => cookie.host === url.hostname && (secure || !cookie.secure))
      .map(({ pair }) => pair);
    const given = headers.cookie === undefined ? [] : [headers.cookie];
    return pairs.length === 0 ? headers : { ...headers, cookie: [...given, ...pairs].join('; ') };
  }
}

/** A Max-Age that has run out takes the cookie back; an Expires date is not read, as no fetch lasts that long. */
function isExpiry(attribute: string): boolean {
  const maxAge = /^max-age=(-?\d+)$/i.exec(attribute);
  return (maxAge !== null && Number(maxAge[1]) <= 0) || /^expires=.*\b1970\b/i.test(attribute);
}
