/** Address of a service in guides and examples: what the settings give where nothing is set. */
export const WRITTEN_ADDRESS = 'http://127.0.0.1:8787';

/**
 * Parses an absolute URL, or one relative to `base` (WHATWG URL). `undefined` when it does not parse. Use this
 * and not `URL.canParse`: on Node 20, once a function that calls it has been optimized, that answers `false` for
 * valid text with characters between U+0080 and U+00FF (`http://bücher.example/`). What Chromium takes for a host beyond the
 * standard (`http://a b/`, as `a%20b`) does not parse.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    const url = new URL(text, base);
    return url.hostname.includes('%') && SPECIAL.test(url.protocol) ? undefined : url;
  } catch {
    return undefined;
  }
}

/** The same of http and https alone. */
export function parseHttpUrl(text: string, base?: string | URL): URL | undefined {
  const url = parseUrl(text, base);
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Schemes whose hosts are domains (WHATWG URL, "special scheme"): no `%` is left in them. */
const SPECIAL = /^(?:https?|wss?|ftp):$/;

/** What the URL Standard leaves bare and RFC 3986 has in no part behind the authority. */
const NO_URI_CHARACTER = /%(?![\dA-Fa-f]{2})|["<>[\\\]^`{|}]/g;
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** A serialised URL as a URI (RFC 3986): `|`, `[`, `{` and their like percent-encoded. What is none stays as it is. */
export function toUri(url: string): string {
  const authority = AUTHORITY.exec(url)?.[0] ?? '';
  const [path = '', ...fragments] = url.slice(authority.length).split('#');
  const rest = fragments.length === 0 ? path : `${path}#${fragments.join('%23')}`;
  return authority + rest.replace(NO_URI_CHARACTER, encodeURIComponent);
}
