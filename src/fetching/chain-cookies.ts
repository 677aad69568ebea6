import { registrableDomain } from './registrable-domain.ts';
import type { ResponseHeaders } from './response-head.ts';
import type { TargetUrl } from './target-url.ts';

/** The most cookies that one fetch carries. */
const MAX_COOKIES = 50;

/** The longest `name=value` that is kept, in characters (RFC 6265, 6.1: at least 4096). */
const MAX_COOKIE_LENGTH = 4_096;

/** A cookie of `host`, and of all hosts below it where it `isShared`. */
interface Cookie {
  readonly host: string;
  readonly isShared: boolean;
  readonly secure: boolean;
  readonly pair: string;
}

/**
 * The cookies of one fetch. Many sites set one and redirect to see it come back; without it they redirect for ever. A cookie
 * returns to the host that set it, with `Domain` to the hosts of that registrable domain too, over TLS only if it is `Secure`,
 * and is forgotten with the fetch.
 */
export class ChainCookies {
  readonly #cookies = new Map<string, Cookie>();

  /** Keeps the cookies that a hop sets. */
  async keep({ url, secure }: TargetUrl, headers: ResponseHeaders): Promise<void> {
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
      const scope = await scopeOf(url.hostname, attributes);
      if (scope === null) continue;
      const key = `${scope.host} ${name}`;
      if (attributes.some(isExpiry)) this.#cookies.delete(key);
      else if (this.#cookies.size < MAX_COOKIES || this.#cookies.has(key)) {
        const needsTls = attributes.some((attribute) => /^secure$/i.test(attribute));
        if (!needsTls || secure) this.#cookies.set(key, { ...scope, secure: needsTls, pair });
      }
    }
  }

  /** The cookies that a hop to an address carries, as the value of their field; '' without any. */
  sentTo({ url, secure }: TargetUrl): string {
    return [...this.#cookies.values()]
      .filter((cookie) => isFor(url.hostname, cookie) && (secure || !cookie.secure))
      .map(({ pair }) => pair)
      .join('; ');
  }

  /** The fields of the next hop with those of its cookies, behind the ones that a person gave. */
  addTo(headers: Record<string, string>, target: TargetUrl): Record<string, string> {
    const sent = this.sentTo(target);
    if (sent === '') return headers;
    return { ...headers, cookie: headers.cookie === undefined ? sent : `${headers.cookie}; ${sent}` };
  }
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function isFor(host: string, cookie: Cookie): boolean {
  return cookie.isShared ? isBelow(host, cookie.host) : host === cookie.host;
}

/**
 * Which hosts a cookie of `host` is for (RFC 6265, 5.3); null: none, as its domain is not one of the host's, or a public suffix
 * that others are below, too.
 */
async function scopeOf(
  host: string,
  attributes: readonly string[],
): Promise<Pick<Cookie, 'host' | 'isShared'> | null> {
  const named = attributes.flatMap((attribute) => /^domain\s{0,9}=(.*)$/is.exec(attribute)?.[1] ?? []).at(-1);
  const domain = named?.trim().replace(/^\./, '').toLowerCase() ?? '';
  if (domain === '') return { host, isShared: false };
  if (!isBelow(host, domain)) return null;
  const registrable = await registrableDomain(host);
  if (registrable !== null && isBelow(domain, registrable)) return { host: domain, isShared: true };
  return domain === host ? { host, isShared: false } : null;
}

/** A Max-Age that has run out takes the cookie back; an Expires date is not read, as no fetch lasts that long. */
function isExpiry(attribute: string): boolean {
  const maxAge = /^max-age=(-?\d+)$/i.exec(attribute);
  return (maxAge !== null && Number(maxAge[1]) <= 0) || /^expires=.*\b1970\b/i.test(attribute);
}
