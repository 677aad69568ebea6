import type { GraphicsState } from './graphics-state.ts';
import { greatest, least } from './piece.ts';

/** Least distance of letters that PDF.js takes for a blank, in sizes: what stands so far apart, letter by letter, is spaced. */
const MIN_GAP = 0.1;
/** Most that numbers set letters apart, in sizes: the least distance of words (TeX's is a third, Times's a quarter). */
const MAX_GAP = 0.22;
/** Distances of words within spaced text: so many times that of its letters, and more, in sizes. */
const WORD_GAPS = 2;
const WORD_GAP = 0.1;
/** Fewest distances of letters that tell. */
const MIN_GAPS = 3;
/** Leaders are no words: of dots, lines. */
const NO_LETTERS = /[^\p{L}\p{M}\p{N}’'&.,:-]|\.\./u;

/** Letters that an operator shows, and numbers that move what follows, in thousandths of the size. */
type Glyphs = readonly ({ readonly unicode: string } | number)[];

/** Text of an operator: its characters without blanks, and with blanks between words where they are spaced; else null. */
export interface SpacedText {
  readonly chars: string;
  readonly spaced: string | null;
  /** What stands before it, where it is a letter of a spelled word; null where PDF.js tells. */
  before: string | null;
}

/** Distances of spelled letters differ by less, in sizes. */
const EVEN = 0.06;
/** Letters further apart are none of one word, in sizes. */
const FAR = 0.6;

/** A letter that an operator shows alone. */
interface Spelled {
  /** Where what stands before it is written to. */
  readonly shown: Pick<SpacedText, 'before'>;
  readonly gap: number;
  /** A blank is shown between it and the letter before. */
  readonly isApart: boolean;
}

/** A part of a line, from where to where, in sizes along it. */
interface Place {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Words whose letters are each shown by an operator of their own, set apart evenly, with blanks between words, as browsers do. */
export class SpelledWords {
  #letters: Spelled[] = [];
  #line = '';
  #end = Number.NaN;
  #isApart = false;

  /** Adds what an operator shows; `shown` is null for a blank. */
  add(shown: Spelled['shown'] | null, { key, from, to }: Place): void {
    const gap = from - this.#end;
    if (key !== this.#line || !(gap > -EVEN && gap < FAR)) this.end();
    if (shown === null) this.#isApart = true;
    else {
      this.#letters.push({ shown, gap, isApart: this.#isApart });
      this.#isApart = false;
    }
    [this.#line, this.#end] = [key, to];
  }

  /** Ends a line: tells its letters where words begin, if they are spelled. */
  end(): void {
    const [, ...letters] = this.#letters;
    const gaps = letters.map(({ gap }) => gap);
    const narrowest = least(gaps);
    if (gaps.length >= MIN_GAPS && narrowest >= MIN_GAP && greatest(gaps) < narrowest + EVEN)
      for (const { shown, isApart } of letters) shown.before = isApart ? ' ' : '';
    this.#letters = [];
    this.#isApart = false;
  }
}

/** The words of an operator whose letters are spaced (`H A R B O U R`), with a blank between them; null where they are not. */
export function spacedWords(
  glyphs: Glyphs,
  { size, charSpacing }: Pick<GraphicsState, 'size' | 'charSpacing'>,
): string | null {
  const own = size === 0 ? 0 : charSpacing / size;
  if (own < MIN_GAP && !glyphs.some((glyph) => typeof glyph === 'number' && glyph <= -1000 * MIN_GAP))
    return null;
  const letters: { readonly text: string; readonly gap: number }[] = [];
  let gap = Number.POSITIVE_INFINITY;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') gap -= glyph / 1000;
    else if (glyph.unicode.trim() === '') gap = Number.POSITIVE_INFINITY;
    else {
      letters.push({ text: glyph.unicode, gap });
      gap = own;
    }
  }
  const gaps = letters.map((letter) => letter.gap).filter(Number.isFinite);
  const narrowest = least(gaps);
  if (gaps.length < MIN_GAPS || narrowest < MIN_GAP || narrowest > Math.max(own, MAX_GAP)) return null;
  if (NO_LETTERS.test(letters.map(({ text }) => text).join(''))) return null;
  const isWord = (distance: number): boolean => distance > WORD_GAPS * narrowest + WORD_GAP;
  return letters.map(({ text, gap }, i) => (i > 0 && isWord(gap) ? ` ${text}` : text)).join('');
}

/**
 * Items of a page whose spaced text has blanks between words alone. PDF.js makes its items of the characters that operators show,
 * in their order, so that counting them tells which are whose.
 */
export function withWords<T extends { readonly str: string; readonly dir: string }>(
  items: readonly T[],
  shown: readonly Readonly<SpacedText>[],
): readonly T[] {
  if (!shown.some(({ spaced, before }) => spaced !== null || before !== null)) return items;
  /** By character: what stands before it; null where PDF.js tells. */
  const blanks = shown.flatMap(({ chars, spaced, before }) =>
    spaced === null ? chars.split('').map((_, i) => (i === 0 ? before : null)) : blanksOf(spaced),
  );
  let at = 0;
  return items.map((item) => {
    if (item.dir === 'rtl') {
      at += item.str.replace(/\s+/g, '').length;
      return item;
    }
    let str = '';
    let blank = '';
    for (const char of item.str) {
      if (/\s/.test(char)) blank += char;
      else {
        const own = blanks[at] ?? null;
        str += (own ?? blank) + char;
        at += char.length;
        blank = '';
      }
    }
    return { ...item, str: str + blank };
  });
}

/** What stands before each character of a text that is no blank; null for the first, before which another operator ends. */
function blanksOf(spaced: string): (string | null)[] {
  const blanks: (string | null)[] = [];
  for (let i = 0; i < spaced.length; i++)
    if (spaced[i] !== ' ') blanks.push(i === 0 ? null : spaced[i - 1] === ' ' ? ' ' : '');
  return blanks;
}
