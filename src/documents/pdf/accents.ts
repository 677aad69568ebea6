import type { Piece } from './piece.ts';

/** Accents that are drawn as signs of their own, and the combining marks that compose with letters. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '~': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};

/** Letters without the dot, where an accent stands in its place. */
const DOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** An accent and its letter overlap by this many sizes at least. */
const MIN_OVERLAP = 0.1;
/** Base lines of both are no further apart than this many sizes: accents of capitals are raised. */
const MAX_RAISE = 0.45;

/**
 * Pieces in the order in which they are drawn, with accents that are drawn over a letter composed with it, as TeX's first
 * fonts need it: they have accents and letters, and no letters with accents.
 */
export function composeAccents<T extends Piece>(pieces: readonly T[]): T[] {
  const out: T[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const joined = last === undefined || !areOverlaid(last, piece) ? null : overlaid(last, piece);
    if (joined === null) {
      out.push(piece);
      continue;
    }
    out.pop();
    for (const part of joined) if (part.text !== '') out.push(part);
  }
  return out;
}

function areOverlaid(a: Piece, b: Piece): boolean {
  const size = Math.max(a.size, b.size);
  const overlap = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return Math.abs(a.y - b.y) < MAX_RAISE * size && overlap > MIN_OVERLAP * size;
}

/** Two pieces of which the last sign of one and the first of the other compose; null where they do not. */
function overlaid<T extends Piece>(a: T, b: T): [T, T] | null {
  const [before, after] = [a.text.at(-1)!, b.text[0]!];
  const first = composed(before, after);
  if (first !== null) {
    const rest = { ...a, text: a.text.slice(0, -1), width: Math.max(0, b.x - a.x) };
    return [rest, { ...b, text: first + b.text.slice(1) }];
  }
  const last = composed(after, before);
  if (last === null) return null;
  const whole = { ...a, text: a.text.slice(0, -1) + last };
  const right = a.x + a.width;
  return [whole, { ...b, text: b.text.slice(1), x: right, width: Math.max(0, b.x + b.width - right) }];
}

/** A letter with an accent as one character; null where there is none. */
function composed(accent: string, letter: string): string | null {
  const mark = MARKS[accent];
  if (mark === undefined || !/\p{L}/u.test(letter)) return null;
  const whole = ((DOTTED[letter] ?? letter) + mark).normalize('NFC');
  return whole.length === 1 ? whole : null;
}
