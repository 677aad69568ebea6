import type { ResponseHeaders } from './response-headers.ts';
import type { TargetUrl } from './target-url.ts';

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
  readonly #cookies = new Map<
    string,
    { readonly host: string; readonly secure: boolean; readonly pair: string }
  >();

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

  /** The `Cookie` field for the next hop, if there is any. */
  header({ url, secure }: TargetUrl): Record<string, string> {
    const pairs = [...this.#cookies.values()]
      .filter((cookie) => cookie.host === url.hostname && (secure || !cookie.secure))
      .map(({ pair }) => pair);
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
  }
}

/** A Max-Age that has run out takes the cookie back; an Expires date is not read, as no fetch lasts that long. */
function isExpiry(attribute: string): boolean {
  const maxAge = /^max-age=(-?\d+)$/i.exec(attribute);
  return (maxAge !== null && Number(maxAge[1]) <= 0) || /^expires=.*\b1970\b/i.test(attribute);
}
