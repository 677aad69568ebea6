import { type Row, visibleLength } from './piece.ts';

/** How a document is set. */
export interface Typography {
  /** Size of most of its text, in points. */
  readonly bodySize: number;
  /** Distance of base lines within a paragraph, in sizes. */
  readonly leading: number;
  /** Most of the text is of a fixed width, or bold: it says nothing there. */
  readonly isMono: boolean;
  readonly isBold: boolean;
}

/** Distances of lines that can be those of a paragraph, in sizes. */
const LEAST_LEADING = 0.9;
const MOST_LEADING = 2.2;

/** Least share of text of a fixed width in a document that is typed with it; with less it is full of code. */
const MONO_SHARE = 0.9;

/** Measures how a document is set, from all its rows in reading order. */
export function measureTypography(runs: readonly (readonly Row[])[]): Typography {
  const sizes = new Map<number, number>();
  const codeSizes = new Map<number, number>();
  let length = 0;
  let mono = 0;
  let bold = 0;
  for (const row of runs.flat()) {
    const own = row.segments.every(({ pieces }) => pieces.every((piece) => piece.mono)) ? codeSizes : sizes;
    own.set(roundSize(row.size), (own.get(roundSize(row.size)) ?? 0) + visibleLength(row));
    for (const { pieces } of row.segments) {
      for (const piece of pieces) {
        length += piece.text.length;
        if (piece.mono) mono += piece.text.length;
        if (piece.bold) bold += piece.text.length;
      }
    }
  }
  const isMono = mono > MONO_SHARE * length;
  const bodySize = mostFrequent(isMono ? codeSizes : sizes) ?? 10;
  return {
    bodySize,
    leading: leadingOf(runs, bodySize),
    isMono,
    isBold: bold > 0.6 * length,
  };
}

function leadingOf(runs: readonly (readonly Row[])[], bodySize: number): number {
  const gaps = new Map<number, number>();
  for (const rows of runs) {
    for (const [i, row] of rows.entries()) {
      const before = rows[i - 1];
      if (before === undefined || before.page !== row.page || !isAbout(row.size, bodySize)) continue;
      const gap = (row.y - before.y) / row.size;
      if (gap < LEAST_LEADING || gap > MOST_LEADING || !isAbout(before.size, bodySize)) continue;
      const step = Math.round(gap * 20) / 20;
      gaps.set(step, (gaps.get(step) ?? 0) + 1);
    }
  }
  return mostFrequent(gaps) ?? 1.2;
}

/** The value with the greatest count; of equal ones the smaller. */
function mostFrequent(counts: ReadonlyMap<number, number>): number | null {
  let best: number | null = null;
  for (const [value, count] of counts) {
    const most = best === null ? -1 : counts.get(best)!;
    if (count > most || (count === most && value < best!)) best = value;
  }
  return best;
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}

/** True for sizes that a reader takes for the same. */
export function isAbout(size: number, other: number): boolean {
  return Math.abs(size - other) <= 0.06 * other;
}
