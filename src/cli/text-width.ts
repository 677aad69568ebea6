import { lazy } from '../core/lazy.ts';

/** Made when it is needed: it loads tables of ICU, which cost a start more than all else of the command line. */
const graphemes = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
/** Characters that take two columns of a terminal: ideographs, kana, hangul, full-width forms, emoji (UAX 11). */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u;
/** What stands alone without a column: marks, joiners, other characters of format. */
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}]/u;

const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : UNSEEN.test(grapheme) ? 0 : 1);

/** Columns that a terminal shows a line in. */
export function columnsOf(line: string): number {
  if (/^[ -~]*$/.test(line)) return line.length;
  let columns = 0;
  for (const { segment } of graphemes().segment(line)) columns += widthOf(segment);
  return columns;
}

/** The beginning of a line that fits into some columns. */
export function cutTo(columns: number, line: string): string {
  if (columnsOf(line) <= columns) return line;
  let left = columns;
  for (const { segment, index } of graphemes().segment(line)) {
    left -= widthOf(segment);
    if (left < 0) return line.slice(0, index);
  }
  return line;
}

/** A line with blanks up to some columns. */
export const padTo = (columns: number, line: string): string =>
  line + ' '.repeat(Math.max(0, columns - columnsOf(line)));
