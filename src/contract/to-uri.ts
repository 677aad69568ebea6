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
