import type { Heading } from '../../core/content/tree.ts';
import { gridAt } from './grid.ts';
import { type Marker, markerOf } from './list-marker.ts';
import { type Extent, extentOf, type Grid, type Row, textOfRow } from './piece.ts';
import { isAbout, type Typography } from './typography.ts';

/** Lines of a block of text. */
export interface TextDraft {
  readonly kind: 'text';
  readonly rows: Row[];
  /** Of its first line, when it is a list item. */
  readonly marker: Marker | null;
  /** Edges of the column that it stands in. */
  readonly column: Extent;
  /** What the tags of the PDF tell of it. */
  readonly tag?: Tag;
}

interface Tag {
  /** Of a heading; null for none, undefined where looks decide. */
  readonly depth: Heading['depth'] | null | undefined;
  /** Lists around an item; 0 for what is none. */
  readonly lists: number;
  /** It is an item with a sign; what goes on at the top of a page has none. */
  readonly hasLabel: boolean;
}

/** A block before it is known what a size means in the document. */
export type Draft =
  | TextDraft
  | { readonly kind: 'code'; readonly rows: Row[] }
  | { readonly kind: 'table'; readonly grid: Grid; readonly isHeaded: boolean };

export const ENDS_SENTENCE = /[.!?:;。！？…]["”’»)\]]*$/;

/** Parts the rows of one run into blocks; `column` are the edges of what it stands in. */
export function draftBlocks(rows: readonly Row[], type: Typography, column = extentOf(rows)): Draft[] {
  const drafts: Draft[] = [];
  const markers = markersOf(rows);
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]!;
    const last = drafts.at(-1);
    if (row.grid !== undefined) {
      drafts.push({ kind: 'table', grid: row.grid, isHeaded: true });
      at++;
      continue;
    }
    if (!type.isMono && isMonoRow(row)) {
      if (last?.kind === 'code' && row.y - last.rows.at(-1)!.y < 3.5 * row.size) last.rows.push(row);
      else drafts.push({ kind: 'code', rows: [row] });
      at++;
      continue;
    }
    const table = gridAt(rows, at, type.leading);
    if (table !== null) {
      drafts.push({ kind: 'table', grid: table.grid, isHeaded: true });
      at = table.next;
      continue;
    }
    const marker = markers[at]!;
    if (last?.kind === 'text' && continues(last, row, marker, type)) last.rows.push(row);
    else drafts.push({ kind: 'text', rows: [row], marker, column });
    at++;
  }
  return drafts;
}

/** The markers of rows. A capital with a stop is one where the marker before or after it is its neighbour: else it is an initial (J. Keeper). */
function markersOf(rows: readonly Row[]): (Marker | null)[] {
  const markers = rows.map((row) => markerOf(textOfRow(row)));
  const found = markers.filter((marker) => marker !== null);
  const isNext = (one: Marker | undefined, other: Marker | undefined): boolean =>
    one !== undefined && one.form === other?.form && one.number + 1 === other.number;
  const initials = new Set(
    found.filter(
      (marker, i) => marker.mayBeInitial && !isNext(found[i - 1], marker) && !isNext(marker, found[i + 1]),
    ),
  );
  return markers.map((marker) => (marker !== null && initials.has(marker) ? null : marker));
}

export function isMonoRow({ segments }: Row): boolean {
  return segments.every(({ pieces }) => pieces.every((piece) => piece.mono && piece.link === null));
}

/** Whether a row goes on with the block above it. */
function continues(
  { rows, marker: first, column }: TextDraft,
  row: Row,
  marker: Marker | null,
  type: Typography,
): boolean {
  const before = rows.at(-1)!;
  if (row.page !== before.page || !isAbout(row.size, before.size) || isBoldRow(row) !== isBoldRow(before))
    return false;
  const gap = (row.y - before.y) / row.size;
  const leading =
    rows.length > 1 ? Math.max(type.leading, (rows[1]!.y - rows[0]!.y) / row.size) : type.leading;
  const most = isAbout(row.size, type.bodySize) ? 1.18 * leading : Math.max(1.45, 1.1 * leading);
  if (gap <= 0 || gap > most) return false;
  if (marker !== null && (marker.ordered ? isNextMarker(first, marker) : true)) return false;
  if (first !== null) return row.left > rows[0]!.left + 0.3 * row.size || gap < 0.9 * type.leading;
  return !beginsParagraph(before, row, column, textOfRow(before));
}

/** A number at the start of a line within a paragraph is a list's only when it goes on or begins one. */
function isNextMarker(first: Marker | null, marker: Marker): boolean {
  return first !== null || marker.number === 1 || marker.form === '1';
}

/** A first line is indented, or the line before it ends a sentence and leaves room. */
function beginsParagraph(before: Row, row: Row, column: TextDraft['column'], text: string): boolean {
  const width = column.right - column.left;
  if (!ENDS_SENTENCE.test(text)) return false;
  const isIndented = row.left - before.left > 0.7 * row.size && row.left - before.left < 4 * row.size;
  const isShort = column.right - before.right > 0.3 * width;
  return isIndented || isShort;
}

/** All of its letters are bold. */
export function isBoldRow({ segments }: Row): boolean {
  const pieces = segments.flatMap((segment) =>
    segment.pieces.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  );
  return pieces.length > 0 && pieces.every(({ bold }) => bold);
}
