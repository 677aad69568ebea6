import { isIP } from 'node:net';

/**
 * Header fields that a person adds to the requests for pages of their own, by the address of each request: on the command
 * line alone. No field ever goes to another origin than the one that it was given for, whatever redirects.
 */
export type OwnFields = (url: URL) => Readonly<Record<string, string>>;

/** A cookie of a file (`readCookieFile`). */
export interface OwnCookie {
  /** Lower case, without a leading dot. */
  readonly domain: string;
  /** Hosts below the domain get it, too. */
  readonly withSubdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since the epoch; Infinity: it has no end. */
  readonly expiresAtMs: number;
  /** `name=value`. */
  readonly pair: string;
}

/** Fields for one origin: scheme, host and port. `headers`: names in lower case. */
export function fieldsForOrigin(
  origin: string,
  headers: Readonly<Record<string, string>>,
  cookies: readonly OwnCookie[],
  nowMs: number,
): OwnFields {
  return (url) => {
    if (url.origin !== origin) return {};
    const pairs = cookies.filter((cookie) => matches(cookie, url, nowMs)).map(({ pair }) => pair);
    const cookie = [headers.cookie, ...pairs].filter((text) => text !== undefined).join('; ');
    return { ...headers, ...(cookie === '' ? {} : { cookie }) };
  };
}

/** RFC 6265, 5.1.3, 5.1.4 and 5.4. */
function matches(cookie: OwnCookie, url: URL, nowMs: number): boolean {
  const host = url.hostname.replace(/\.$/, '');
  const isAddress = host.startsWith('[') || isIP(host) !== 0;
  const isBelow = cookie.withSubdomains && !isAddress && host.endsWith(`.${cookie.domain}`);
  const isDomain = host === cookie.domain || isBelow;
  const below = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  const isPath = url.pathname === cookie.path || url.pathname.startsWith(below);
  return isDomain && isPath && cookie.expiresAtMs > nowMs && (!cookie.secure || url.protocol === 'https:');
}
