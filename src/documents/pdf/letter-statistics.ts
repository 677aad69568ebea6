/** Shares of the letters a to z in English text, in thousandths (H. Beker and F. Piper, Cipher Systems, 1982, p. 397). */
const SHARES = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];

/** Fewer signs than this tell nothing by their frequency. */
const MIN_SIGNS = 50;
/** Least share of letters a to z among the signs of a text; reference cards and manuals of 20 languages have 0.80 and more. */
const MIN_LETTERS = 0.6;
/**
 * Least likeness (cosine) of the frequencies of letters to those of English: the same texts have 0.90 and more. Moved by
 * 29 places, as far as a letter is from its glyph in most TrueType fonts, they have 0.72 and less.
 */
const MIN_LIKENESS = 0.82;

/** Counts the signs of a text, to tell whether it reads as words of a language in Latin letters. */
export class LetterStatistics {
  readonly #letters = new Array<number>(SHARES.length).fill(0);
  #digits = 0;
  /** Signs that are no blanks, marks or control characters. */
  signs = 0;

  add(text: string): void {
    for (const sign of text.normalize('NFD').toLowerCase()) {
      if (!/[^\s\p{M}\p{Cc}]/u.test(sign)) continue;
      this.signs++;
      if (/\p{N}/u.test(sign)) this.#digits++;
      const letter = sign.charCodeAt(0) - 97;
      if (letter >= 0 && letter < SHARES.length) this.#letters[letter]!++;
    }
  }

  /** Whether there is enough text to judge it. */
  get isEnough(): boolean {
    return this.signs >= MIN_SIGNS;
  }

  /** Most signs are digits, as in a table of figures. */
  get isOfDigits(): boolean {
    return this.#digits > 0.5 * this.signs;
  }

  /** True for text in which letters prevail, each as often as in a language. */
  get readsAsWords(): boolean {
    const letters = this.#letters.reduce((sum, count) => sum + count, 0);
    return letters >= MIN_LETTERS * this.signs && this.#likeness >= MIN_LIKENESS;
  }

  get #likeness(): number {
    let [product, ours, theirs] = [0, 0, 0];
    for (const [i, share] of SHARES.entries()) {
      const count = this.#letters[i]!;
      product += count * share;
      ours += count * count;
      theirs += share * share;
    }
    return product / Math.sqrt(ours * theirs || 1);
  }
}
