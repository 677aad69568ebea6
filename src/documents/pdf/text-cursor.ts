import { type Box, boxUnder, type Matrix, multiply } from './geometry.ts';
import type { GraphicsState } from './graphics-state.ts';
import { spacedWords } from './letter-spacing.ts';

/** What PDF.js tells of a glyph that is shown. */
interface Glyph {
  readonly unicode: string;
  readonly originalCharCode: number;
  readonly width: number;
  readonly vmetric?: readonly number[] | null;
}

/** Glyphs, and numbers that move what follows. */
export type Glyphs = readonly (Glyph | number)[];

/** What PDF.js tells of a font. */
export interface ShownFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly isMonospace?: boolean;
  readonly fontMatrix?: Matrix;
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
}

/** Text shown by one operator. */
export interface TextShown {
  /** Characters of which PDF.js makes items, without blanks. */
  readonly chars: string;
  /** These with blanks between words, where its letters are spaced; else null. */
  readonly spaced: string | null;
  /** Characters of glyphs beside the page, of which it makes none. */
  readonly outside: string;
  boxOf(part: keyof typeof EXTENTS): Box;
  /** The matrix of the text after it. */
  readonly matrix: Matrix;
  /** The line that it stands on, and from where to where, in sizes; without the spacing behind it. */
  lineOf(): { readonly key: string; readonly from: number; readonly to: number };
}

/** Widths of fonts whose matrix nobody tells. */
const FONT_UNIT = 0.001;
/**
 * Boxes around text, in sizes: from the base line to below and above, and to both sides. Letters are without ascenders; stray ones
 * are of fonts that draw them beside their place; signs may have the size of a line.
 */
const EXTENTS = {
  letters: { low: 0, high: 0.45, beside: 0 },
  strayLetters: { low: 0, high: 0.45, beside: 1 },
  signs: { low: -0.3, high: 0.9, beside: 0 },
};

/** Characters that PDF.js gives no place of their own: a blank, a mark, a sign of format. */
const PLACELESS = /^(\s)|(\p{Mn})|(\p{Cf})$/u;

/** Places the glyphs of an operator (ISO 32000-2, 9.4.4) in the way of PDF.js; numbers among them move what follows. */
export function showGlyphs(
  glyphs: Glyphs,
  text: GraphicsState,
  { fontMatrix, vertical = false }: ShownFont,
  page: Box,
): TextShown {
  const unit = text.size * (fontMatrix?.[0] ?? FONT_UNIT);
  const scale = vertical ? 1 : text.scale;
  const whole = multiply(text.matrix, text.textMatrix);
  const [a, b, c, d, e, f] = whole;
  let [chars, outside, at, first, last] = ['', '', 0, Number.NaN, Number.NaN];
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      at -= (glyph * text.size * scale) / 1000;
      continue;
    }
    const kind = kindOf(glyph.unicode);
    if (kind === 'format') continue;
    const width = unit * (vertical ? (glyph.vmetric?.[0] ?? -glyph.width) : glyph.width);
    const spacing = text.charSpacing + (glyph.originalCharCode === 32 ? text.wordSpacing : 0);
    const [x, y] = vertical ? [0, at + text.rise] : [at, text.rise];
    const isInside = kind === 'mark' || isWithin(a * x + c * y + e, b * x + d * y + f, width, vertical, page);
    if (kind === 'blank') outside += outside === '' ? '' : ' ';
    else if (isInside) {
      chars += glyph.unicode;
      if (Number.isNaN(first)) first = at;
    } else outside += glyph.unicode;
    if (kind !== 'mark') at += width * scale;
    if (kind !== 'blank' && isInside) last = at;
    if (isInside || kind === 'blank') at += spacing * scale;
  }
  const boxOf = (part: keyof typeof EXTENTS) => {
    const { low, high, beside } = EXTENTS[part];
    const [from, to, size] = [first - beside * text.size, last + beside * text.size, text.size];
    return vertical
      ? boxUnder(whole, (-high * size) / 2, from, (high * size) / 2, to)
      : boxUnder(whole, from, text.rise + low * size, to, text.rise + high * size);
  };
  const after = multiply(text.textMatrix, vertical ? [1, 0, 0, 1, 0, at] : [1, 0, 0, 1, at, 0]);
  const written = chars.replace(/\s+/g, '');
  const words = spacedWords(glyphs, text);
  const spaced = words?.replaceAll(' ', '') === written ? words : null;
  const lineOf = () => {
    const side = Math.hypot(a, b);
    const from = (a * e + b * f) / (side * side * text.size);
    const key = `${text.font} ${text.size * side} ${Math.round((a * f - b * e) / side)}`;
    return { key, from, to: from + (at - text.charSpacing * scale) / text.size };
  };
  return { chars: written, spaced, outside, boxOf, matrix: after, lineOf };
}

type Kind = 'letter' | 'blank' | 'mark' | 'format';
const KINDS: readonly Kind[] = ['letter', 'blank', 'mark', 'format'];

function kindOf(text: string): Kind {
  const code = text.length === 1 ? text.charCodeAt(0) : 0;
  if (code > 0x20 && code < 0x7f) return 'letter';
  const found = PLACELESS.exec(text);
  return KINDS[found?.findIndex((group, i) => i > 0 && group !== undefined) ?? 0]!;
}

/** Whether a glyph begins or ends on the page, as PDF.js judges. */
function isWithin(x: number, y: number, width: number, vertical: boolean, page: Box): boolean {
  if (x > page.right || y > page.top) return false;
  return vertical ? x >= page.left && y + width >= page.bottom : x + width >= page.left && y >= page.bottom;
}
