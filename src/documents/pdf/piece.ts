import { onOneLine } from '../../core/html/blank.ts';
import type { Rules } from './rules.ts';
import type { Region } from './structure.ts';

/** How a piece of text is drawn. */
export interface Style {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/** Text drawn in one go. Lengths are in points; `y` grows downwards and is the base line. */
export interface Piece extends Style {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of the font. */
  readonly size: number;
  readonly isRtl: boolean;
  /** Address of the link over it, or null. */
  readonly link: string | null;
  /** Name of the marked content that it stands in; null where the tags of the PDF do not reach. */
  readonly content: string | null;
}

/** The text of one page, upright, and what else its layout says. */
export interface PageText {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
  /** Text that is drawn at another angle than the page's: stamps and watermarks. */
  readonly turned: readonly string[];
  /** Text that nobody sees on it. */
  readonly hidden: readonly string[];
  /** What its tags hold together, in reading order; null in a PDF without tags. */
  readonly regions: readonly Region[] | null;
  readonly rules: Rules;
}

/** The edges of something on a page. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Text without a gap on one line: of a column, or of a cell. */
export interface Segment extends Extent {
  readonly pieces: readonly Piece[];
}

/** Segments on one base line, from left to right. */
export interface Row extends Extent {
  readonly page: number;
  readonly segments: readonly Segment[];
  readonly y: number;
  /** Size of most of its text. */
  readonly size: number;
  /** A table that rules tell, of which this is all text. */
  readonly grid?: Grid;
}

/** Rows that are laid out as a table: cells by row and column, each the pieces of its lines. */
export interface Grid {
  readonly rows: readonly (readonly Cell[])[];
  readonly rightAligned: readonly boolean[];
  /** Edges of its columns; none where tags tell them. */
  readonly columns?: readonly Extent[];
}

/** The lines of a cell. */
export type Cell = readonly (readonly Piece[])[];

/** Characters of a row, blanks apart. */
export function visibleLength(row: Row): number {
  let length = 0;
  for (const { pieces } of row.segments) for (const { text } of pieces) length += text.trim().length;
  return length;
}

/** The text of a row, a blank between its pieces where there is a gap. */
export function textOfRow(row: Row): string {
  return row.segments.map(({ pieces }) => onOneLine(joinPieces(pieces))).join(' ');
}

/** The text of pieces of one line, a blank between those that stand apart. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = '';
  for (const [i, piece] of pieces.entries()) {
    if (i > 0 && isApart(pieces[i - 1]!, piece)) text += ' ';
    text += piece.text;
  }
  return text;
}

/** True when there is a blank between two pieces of a line. */
export function isApart(a: Piece, b: Piece): boolean {
  if (/\s$/.test(a.text) || /^\s/.test(b.text)) return false;
  // Whichever comes first: a line may run both ways.
  const gap = Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width));
  return gap > 0.14 * Math.min(a.size, b.size);
}

/** Where a piece begins, by which it is found again. */
export const placeOf = ({ x, y }: Piece): string => `${x} ${y}`;

/** The edges of all parts together. */
export function extentOf(parts: readonly Extent[]): Extent {
  return { left: least(parts.map(({ left }) => left)), right: greatest(parts.map(({ right }) => right)) };
}

/** The least of some numbers, of which there may be more than a call takes arguments. */
export function least(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}

/** The greatest, likewise. */
export function greatest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
