import type { Piece } from './piece.ts';

/** An initial, with the quotation mark before it. */
const INITIAL = /^["'“‘«„]?\p{Lu}$/u;
/** Letters that are a word by themselves. */
const WORDS = new Set(['A', 'I', 'O']);
/** Least size of an initial, in sizes of its text. */
const MIN_SIZES = 1.8;
/** Furthest that the text beside an initial begins from it, in sizes of that text. */
const MAX_GAP = 1.2;
/** Initials of a page that are looked at: each is compared with all its pieces. */
const MAX_INITIALS = 50;

/**
 * Pieces of a page in which a large initial, set over several lines, stands at the head of its first word. One that is a word by
 * itself stays one where the page has the word that follows it elsewhere.
 */
export function withDropCaps(pieces: readonly Piece[]): readonly Piece[] {
  const initials = pieces.filter(({ text }) => INITIAL.test(text.trim())).slice(0, MAX_INITIALS);
  const beside = new Map<Piece, Piece>();
  for (const initial of initials) {
    const first = firstBeside(initial, pieces);
    if (first !== null) beside.set(first, initial);
  }
  if (beside.size === 0) return pieces;
  const gone = new Set(beside.values());
  const words = wordsOf(pieces);
  return pieces.flatMap((piece) => {
    if (gone.has(piece)) return [];
    const initial = beside.get(piece);
    if (initial === undefined) return [piece];
    const letter = initial.text.trim();
    const [next = ''] = /^[\p{L}\p{M}]+/u.exec(piece.text) ?? [];
    const isWord = WORDS.has(letter) && next !== '' && (words.get(next) ?? 0) > 1;
    const width = piece.x + piece.width - initial.x;
    return [{ ...piece, text: `${letter}${isWord ? ' ' : ''}${piece.text}`, x: initial.x, width }];
  });
}

/** The text at the height of the head of an initial, right of it; null without one, or where the initial is on its base line. */
function firstBeside(initial: Piece, pieces: readonly Piece[]): Piece | null {
  const right = initial.x + initial.width;
  let first: Piece | null = null;
  for (const piece of pieces) {
    if (initial.size < MIN_SIZES * piece.size || !/^[\p{L}\p{M}’']/u.test(piece.text)) continue;
    const gap = piece.x - right;
    const isAbove = piece.y < initial.y - 0.5 * piece.size && piece.y > initial.y - initial.size;
    if (gap < -0.3 * piece.size || gap > MAX_GAP * piece.size || !isAbove) continue;
    if (first === null || piece.y < first.y || (piece.y === first.y && piece.x < first.x)) first = piece;
  }
  return first;
}

/** Number of times that each word stands on a page. */
function wordsOf(pieces: readonly Piece[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of pieces)
    for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
