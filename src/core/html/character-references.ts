/** Length of a piece, in UTF-16 code units. */
const PIECE = 1 << 14;

/**
 * Decodes the character references of a long text piece by piece. A decoder appends after every reference, and a rope
 * of a million strands costs more to collect than the text to read. Pieces end ahead of an ampersand: no reference
 * goes over one.
 */
export function decodeInPieces(text: string, decode: (text: string) => string): string {
  if (text.length <= PIECE) return decode(text);
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const amp = text.indexOf('&', start + PIECE);
    const end = amp === -1 ? text.length : amp;
    const piece = decode(text.slice(start, end));
    // Looking into a rope makes it one string.
    piece.charCodeAt(0);
    pieces.push(piece);
    start = end;
  }
  return pieces.join('');
}
