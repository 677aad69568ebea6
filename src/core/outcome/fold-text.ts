const MARKS = /[\u0300-\u036f\u064b-\u0652\u0640\u200b-\u200f\u2060\ufeff\u00ad]/g;
const NEEDS_FOLDING = /[^\n\x20-\x7e]/;

/**
 * Text as phrases are compared: lower case, without accents, vowel signs and invisible characters, white space as
 * single spaces, apostrophes straight. Linear; independent of the locale.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const plain = NEEDS_FOLDING.test(lower)
    ? lower.normalize('NFD').replace(MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'")
    : lower;
  return plain.replace(/\s+/g, ' ').trim();
}

/** Classes of characters that matter to words: 0 none, 1 letter or digit of a spaced script, 2 unspaced script. */
export function letterClass(code: number): 0 | 1 | 2 {
  if (code < 0x80) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    return isLetter ? 1 : 0;
  }
  if (code < 0xc0) return 0;
  if (
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff)
  )
    return 2;
  if (code >= 0x0e00 && code <= 0x0eff) return 2;
  if ((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f)) return 0;
  if (code >= 0xd800 && code <= 0xf8ff) return 0;
  return code >= 0xfe10 && code <= 0xff20 ? 0 : 1;
}

/** Words of a text; two characters of a script without spaces count as one. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const kind = letterClass(text.charCodeAt(i));
    if (kind === 2) words += 0.5;
    if (kind === 1 && !inWord) words++;
    inWord = kind === 1;
  }
  return words;
}
