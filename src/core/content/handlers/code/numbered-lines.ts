import { type HtmlNode, TEXT } from '../../../html/tree.ts';

const NUMBER = /^\s*(\d{1,6})[.:]?\s*$/;
/** Fewest lines that are counted: one number is a word of its line. */
const MIN_LINES = 2;

/** The numbers that elements say at the head of lines of code, whatever they are called. */
export class NumberedLines {
  /** Where each began in the output, its length, and the number. */
  readonly #heads: { readonly at: number; readonly length: number; readonly number: number }[] = [];

  /** Notes an element at the head of a line, `at` in the output, if its text is a number. */
  note({ first, last }: HtmlNode, at: number): void {
    if (first === null || first !== last || first.kind !== TEXT) return;
    const number = NUMBER.exec(first.text)?.[1];
    if (number !== undefined) this.#heads.push({ at, length: first.text.length, number: Number(number) });
  }

  /** The output without the numbers, where they count all its lines, and lines hold more than these. */
  without(text: string): string {
    const heads = this.#heads;
    if (heads.length < MIN_LINES) return text;
    const counts = heads.every(({ number }, i) => number === heads[0]!.number + i);
    const lines = text.replace(/\n$/, '').split('\n');
    if (!counts || lines.length !== heads.length) return text;
    let at = 0;
    const rests: string[] = [];
    for (const [i, line] of lines.entries()) {
      if (heads[i]!.at !== at) return text;
      rests.push(line.slice(heads[i]!.length));
      at += line.length + 1;
    }
    if (rests.every((rest) => rest === '')) return text;
    // A blank that parts the numbers from what they count.
    const gap = rests.every((rest) => rest === '' || /^[ \t\u00a0]/.test(rest)) ? 1 : 0;
    return rests.map((rest) => rest.slice(gap)).join('\n') + (text.endsWith('\n') ? '\n' : '');
  }
}
