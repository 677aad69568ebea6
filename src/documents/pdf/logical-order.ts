/**
 * Vowel signs of Indic scripts that are drawn before the consonant that they are written after (Unicode 16, 12.1 to 12.9 and 13.2:
 * left-side dependent vowels; two-part vowels are drawn as one of these and another sign).
 */
const LEFT_SIGN =
  '[\\u093f\\u09bf\\u09c7\\u09c8\\u0a3f\\u0abf\\u0b47\\u0b48\\u0bc6-\\u0bc8\\u0d46-\\u0d48\\u0dd9\\u0ddb]';
/** A letter with its dot, and the sign that joins it to the next one. */
const LETTER = '\\p{Lo}[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c]?';
const JOINER = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0d4d\\u0dca]\\u200d?';

const SIGN = new RegExp(LEFT_SIGN, 'gu');
const DRAWN = new RegExp(`(${LEFT_SIGN})((?:${LETTER}${JOINER}){0,4}${LETTER})`, 'gu');
const STRAY = new RegExp(`(?<![\\p{L}\\p{M}\\ufffd\\u200c\\u200d])${LEFT_SIGN}`, 'gu');

/** Least share of such signs at the start of words that is no chance; about one in five words of text that is drawn so starts with one. */
const MIN_STRAY = 1 / 20;

/** Whether text has its signs where they are drawn: some start a word, which nothing that is written does. */
export function isInDrawnOrder(texts: readonly string[]): boolean {
  let [all, stray] = [0, 0];
  for (const text of texts) {
    all += text.match(SIGN)?.length ?? 0;
    stray += text.match(STRAY)?.length ?? 0;
  }
  return stray > 0 && stray >= all * MIN_STRAY;
}

/** Text with each sign after the letters that it is drawn before; what is one vowel of two parts composes. */
export function inLogicalOrder(drawn: string): string {
  return drawn.replace(DRAWN, '$2$1').normalize('NFC');
}
