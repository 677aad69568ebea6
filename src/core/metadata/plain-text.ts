/**
 * Characters that never belong in a metadata value: C0 and C1 controls, bidirectional marks, embeddings, overrides
 * and isolates, zero-width spaces and the byte order mark, tag characters' BMP relatives, lone surrogates.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Ends a value that was cut. */
const ELLIPSIS = '…';

/**
 * A value as one line of plain text: unsafe characters out, white space collapsed, at most `limit` UTF-16 units, cut
 * at a word's end where there is one. Null when nothing is left.
 */
export function plainText(value: string, limit: number): string | null {
  // A value far beyond the limit is cut before it is cleaned: cleaning costs time in proportion to its length.
  const raw = value.length > 4 * limit ? value.slice(0, 4 * limit) : value;
  const text = raw
    .replace(UNSAFE, (c) => (c === '\u2028' || c === '\u2029' ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  if (text.length <= limit) return text;
  const room = text.slice(0, limit - 1);
  const space = room.lastIndexOf(' ');
  const cut = space > limit * 0.6 ? room.slice(0, space) : room;
  return cut.replace(/[\ud800-\udbff]$|[\s,;:.…-]+$/, '') + ELLIPSIS;
}
