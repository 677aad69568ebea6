/**
 * The three classes of characters that decide whether a delimiter run can open or close emphasis
 * (CommonMark 0.31.2, section 6.2): white space (also the beginning and end of the text), punctuation
 * (ASCII punctuation and the Unicode categories P and S), and everything else.
 */

export const OTHER = 0;
export const SPACE = 1;
export const PUNCTUATION = 2;

export type CharacterClass = typeof OTHER | typeof SPACE | typeof PUNCTUATION;

/** Class of a UTF-16 code unit; `NaN` (outside the text) counts as white space. Halves of pairs are "other". */
export function classOf(code: number): CharacterClass {
  if (Number.isNaN(code)) return SPACE;
  const char = String.fromCharCode(code);
  if (/[\p{P}\p{S}]/u.test(char)) return PUNCTUATION;
  return /\s/.test(char) ? SPACE : OTHER;
}

/** Whether a delimiter between these classes of characters flanks what is inside (left- and right-flanking runs). */
export function flanks(inside: CharacterClass, outside: CharacterClass): boolean {
  return inside === OTHER || (inside === PUNCTUATION && outside !== OTHER);
}

const TILDE = 0x7e;

/**
 * Whether a delimiter run between two characters, given as codes, can open and close; `_` does neither within a word.
 * `extended`: as micromark with GFM reads it, where a neighbouring `~` always lets it.
 */
export function flanking(
  marker: string,
  before: number,
  after: number,
  extended: boolean,
): { canOpen: boolean; canClose: boolean } {
  const [beforeClass, afterClass] = [classOf(before), classOf(after)];
  const left = flanks(afterClass, beforeClass) || (extended && after === TILDE);
  const right = flanks(beforeClass, afterClass) || (extended && before === TILDE);
  const isFree = marker !== '_';
  return {
    canOpen: left && (isFree || !right || beforeClass !== OTHER),
    canClose: right && (isFree || !left || afterClass !== OTHER),
  };
}
