import { parseUrl } from '../../contract/address.ts';

/** Schemes that a link in the output may have. */
const LIVE = new Set(['http:', 'https:', 'mailto:']);

/** Longest address that is written, in bytes: under a long base every short link would be as long. */
export const MAX_ADDRESS_BYTES = 4096;

/**
 * A link's address, absolute where the page's own address is known: as written when it is absolute already,
 * else resolved against `base` (WHATWG URL). Null when there is none, it is longer than
 * `MAX_ADDRESS_BYTES`, or its scheme is not http, https or mailto.
 */
export function resolveUrl(raw: string, base: string): string | null {
  const url = resolved(raw, base);
  return url !== null && url.length <= MAX_ADDRESS_BYTES ? url : null;
}

/** The beginning of a base, up to its path, that a URL parser leaves as it is; and a path of a site that it only puts behind that. */
const SITE = /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]+(?=[/?#]|$)/;
const PLAIN_PATH =
  /^\/(?![/.])(?:[\w~!$&()*+,;=:@.-]|\/(?!\.)|%(?!2e))*(?:\?[\w~!$&()*+,;=:@./?%-]*)?(?:#[\w~!$&()*+,;=:@./?%-]*)?$/i;

function resolved(raw: string, base: string): string | null {
  // Tabs and line breaks are removed before parsing (WHATWG URL, 4.4).
  const url = raw.trim().replace(/[\t\n\r]+/g, '');
  if (url === '') return null;
  if (isPlainAbsolute(url)) return url;
  const site = PLAIN_PATH.test(url) ? SITE.exec(base) : null;
  if (site !== null) return site[0] + url;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url);
  if (scheme !== null && !LIVE.has(scheme[0].toLowerCase())) return null;
  if (base === '' && scheme === null) return url;
  if (scheme !== null && /^mailto:[\x21-\x7e]+$/i.test(url)) return url;
  const absolute = parseUrl(url, base || undefined);
  return absolute !== undefined && LIVE.has(absolute.protocol) ? absolute.href : null;
}

/** An address for an image or a player: as `resolveUrl`, http and https only, and not the page itself. */
export function resolveMedia(raw: string | null, base: string): string | null {
  if (raw === null || raw.trimStart().startsWith('#')) return null;
  const url = resolveUrl(raw, base);
  return url === null || url.startsWith('mailto:') ? null : url;
}

/** True for `http(s)://` and printable ASCII without what a URL parser would rewrite (blank, quote, backslash …). */
function isPlainAbsolute(url: string): boolean {
  return /^https?:\/\/[\w.%-]+(?::\d{1,5})?(?:[/?#][!#-;=?-[\]_a-z{-~]*)?$/.test(url);
}

/** An address without what only the browser reads. */
export function pageOf(url: string): string {
  return url.replace(/\/?(?:#.*)?$/s, '');
}
