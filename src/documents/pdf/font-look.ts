import type { PdfPage } from './open-pdf.ts';
import { fontOf } from './page-graphics.ts';

/** The name of a font, which tells its weight and slope, and how it looks; PDF.js knows it once the page's operators are read. */
export function lookOf(page: PdfPage, fontName: string) {
  const font = fontOf(page, fontName);
  const { name = '' } = font;
  const style = {
    bold: font.bold === true || font.black === true || /bold|black|heavy|demi|-bd|cmbx|ptmb|phvb/i.test(name),
    italic: font.italic === true || /italic|oblique|slanted|cmti|cmsl/i.test(name),
    mono: font.isMonospace === true || /mono|courier|consol|menlo|typewriter|cmtt|code/i.test(name),
  };
  return { name, style };
}

/** Signs of fonts of symbols by the letters in whose place they stand; all others of one letter are marks of items. */
const SIGNS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/wingdings/i, { ü: '✓', û: '✗', þ: '☑', ý: '☒', x: '☒', '¨': '☐', o: '☐', q: '☐' }],
  [/dingbats/i, { '3': '✓', '4': '✔', '5': '✕', '6': '✖', '7': '✗', '8': '✘', o: '❏', q: '❑' }],
];
const BULLET = '•';

/**
 * The sign that a letter is in a font of symbols, whose encoding some PDF writers leave out: `l` of ZapfDingbats is a bullet. Any other text
 * as it is. `font`: name of the font.
 */
export function signOf(text: string, font: string): string {
  const signs = SIGNS.find(([name]) => name.test(font))?.[1];
  const letter = text.trim();
  if (signs === undefined || letter.length !== 1) return text;
  const code = letter.charCodeAt(0);
  // Fonts with an encoding of their own have it in an area for private use.
  const own = code >= 0xf000 && code <= 0xf0ff ? String.fromCharCode(code - 0xf000) : letter;
  return own.charCodeAt(0) <= 0xff ? (signs[own] ?? BULLET) : text;
}
