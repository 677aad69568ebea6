/** Marks that end a sentence. */
export const SENTENCE_ENDS = '.!?。！？؟।…';
/** Marks between the parts of a title. */
export const TITLE_CUTS = '|–—·»‹';

/** Pieces of a text between stops, trimmed; a full stop inside a word (a host name, a version) is none. */
export function cutText(text: string, stops: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!stops.includes(text[i]!)) continue;
    if (text[i] === '.' && i + 1 < text.length && text[i + 1] !== ' ') continue;
    const piece = text.slice(from, i + 1).trim();
    if (piece !== '') pieces.push(piece);
    from = i + 1;
  }
  const last = text.slice(from).trim();
  if (last !== '') pieces.push(last);
  return pieces;
}
