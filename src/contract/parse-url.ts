/**
 * Parses an absolute URL, or one relative to `base` (WHATWG URL). `undefined` when it does not parse. Use this
 * and not `URL.canParse`: on Node 20, once a function that calls it has been optimized, that answers `false` for
 * valid text with characters between U+0080 and U+00FF (`http://bücher.example/`).
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
