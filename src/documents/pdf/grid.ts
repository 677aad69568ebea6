import { markerOf } from './list-marker.ts';
import { isRightToLeft } from './logical-order.ts';
import {
  type Extent,
  extentOf,
  greatest,
  least,
  type Piece,
  type Row,
  type Segment,
  textOfRow,
} from './piece.ts';

/** Rows that are laid out as a table: cells by row and column, each the pieces of its lines. */
export interface Grid {
  readonly rows: readonly (readonly Cell[])[];
  readonly rightAligned: readonly boolean[];
}

/** The lines of a cell. */
export type Cell = readonly (readonly Piece[])[];

/** Rows further apart than this many sizes are not of one table. */
const MAX_ROW_GAP = 3.2;
/** Lines of one cell are closer than this many sizes. */
const TIGHT_GAP = 1.45;
const MIN_COLUMN_GAP = 0.6;

/** The table that starts at row `at`, and the row after it; null when there is none. */
export function gridAt(
  rows: readonly Row[],
  at: number,
): { readonly grid: Grid; readonly next: number } | null {
  if (!isTabular(rows[at]!)) return null;
  let columns: Extent[] = [];
  let next = at;
  for (; next < rows.length; next++) {
    const row = rows[next]!;
    const before = rows[next - 1];
    if (next > at && (row.page !== before!.page || row.y - before!.y > MAX_ROW_GAP * row.size)) break;
    if (next > at && row.y <= before!.y) break;
    if (markerOf(textOfRow(row)) !== null && row.segments.length <= 2 && !isTabular(row)) break;
    const wider = withRow(columns, row);
    if (next > at && wider.length < Math.max(2, columns.length)) break;
    if (
      row.segments.length === 1 &&
      row.y - before!.y > TIGHT_GAP * row.size &&
      !isTabular(rows[next + 1] ?? row)
    )
      break;
    columns = wider;
  }
  while (next > at && rows[next - 1]!.segments.length === 1 && isLoose(rows, next - 1)) next--;
  const taken = rows.slice(at, next);
  const full = taken.filter((row) => row.segments.length > 1).length;
  if (full < (columns.length > 2 ? 2 : 3) || full * 2 < taken.length) return null;
  const grid = toGrid(taken, columns);
  return grid.rows.length < 2 ? null : { grid, next };
}

/** Two cells or more, of which the first is not the sign of a list item. */
function isTabular(row: Row): boolean {
  if (row.segments.length < 2) return false;
  return row.segments.length > 2 || markerOf(`${segmentText(row.segments[0]!)} x`) === null;
}

/** A single cell in the first column that does not continue the row above it. */
function isLoose(rows: readonly Row[], at: number): boolean {
  const before = rows[at - 1];
  return (
    before === undefined ||
    rows[at]!.y - before.y > TIGHT_GAP * rows[at]!.size ||
    rows[at]!.left <= before.left + 1
  );
}

function segmentText({ pieces }: Segment): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** The columns with a row's segments laid over them: what overlaps becomes one. */
function withRow(columns: readonly Extent[], row: Row): Extent[] {
  const spans = [...columns, ...row.segments].sort((a, b) => a.left - b.left);
  const merged: Extent[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    const isOver = last !== undefined && span.left < last.right + MIN_COLUMN_GAP * row.size;
    merged.push(isOver ? extentOf([merged.pop()!, span]) : span);
  }
  return merged;
}

/** Columns that a cell may be further right than it is told. */
const MAX_SKIPPED = 50;

/** The grid of cells that tags tell, each its rows. PDF.js tells not over how many columns or rows a cell goes. */
export function gridOf(told: readonly (readonly (readonly Row[])[])[]): Grid {
  const cells = inColumns(told);
  const columns = cells[0]!.map((_, i) => cells.slice(1).flatMap((row) => row[i]!));
  const lines = (row: Row) => row.segments.flatMap(({ pieces }) => pieces);
  return {
    rows: cells.map((row) => row.map((cell) => cell.map(lines))),
    rightAligned: columns.map(areRightAligned),
  };
}

/** Rows of cells with as many cells in each: where a row has fewer than others, its cells go where they stand below or above these. */
function inColumns(rows: readonly (readonly (readonly Row[])[])[]): (readonly Row[])[][] {
  const count = greatest(rows.map(({ length }) => length));
  const full = rows.filter(({ length }) => length === count);
  const columns = Array.from({ length: count }, (_, i) => extentOf(full.flatMap((row) => row[i]!)));
  return rows.map((row) => {
    const placed = columns.map((): readonly Row[] => []);
    let from = 0;
    for (const [i, cell] of row.entries()) {
      const { left, right } = extentOf(cell);
      const past = Math.min(from + MAX_SKIPPED, count - (row.length - 1 - i));
      const offsets = columns
        .slice(from, past)
        .map((column) => Math.abs(column.left + column.right - left - right));
      // An empty cell has no place.
      const nearest = cell.length === 0 ? 0 : offsets.indexOf(least(offsets.filter((offset) => offset >= 0)));
      const column = from + Math.max(0, nearest);
      placed[column] = cell;
      from = column + 1;
    }
    return placed;
  });
}

function toGrid(rows: readonly Row[], columns: readonly Extent[]): Grid {
  const gaps = rows.slice(1).map((row, i) => row.y - rows[i]!.y);
  const tight = least(gaps);
  // Lines of a cell are closer than rows where cells have more than one line.
  const isSpaced = tight <= TIGHT_GAP * rows[0]!.size && greatest(gaps) > 1.25 * tight;
  const cells: Piece[][][][] = [];
  const below = rows.slice(1).flatMap(({ segments }) => segments);
  for (const [i, row] of rows.entries()) {
    const own = columns.map((): Piece[][] => []);
    for (const segment of row.segments) own[columnOf(columns, segment)]!.push([...segment.pieces]);
    const gap = i === 0 ? Number.POSITIVE_INFINITY : gaps[i - 1]!;
    const isFirstEmpty = own[0]!.length === 0;
    const continues = isSpaced ? gap <= 1.12 * tight : isFirstEmpty && gap <= TIGHT_GAP * row.size;
    const last = cells.at(-1);
    if (continues && last !== undefined) {
      for (const [column, lines] of own.entries()) last[column]!.push(...joined(lines));
    } else cells.push(own.map(joined));
  }
  const rightAligned = columns.map((_, i) =>
    areRightAligned(below.filter((segment) => columnOf(columns, segment) === i)),
  );
  if (!isRightToLeft(below.flatMap(({ pieces }) => pieces))) return { rows: cells, rightAligned };
  return { rows: cells.map((row) => row.reverse()), rightAligned: rightAligned.reverse() };
}

/** Segments of one row in one column are one line of its cell. */
function joined(lines: readonly Piece[][]): Piece[][] {
  return lines.length > 1 ? [lines.flat()] : [...lines];
}

function columnOf(columns: readonly Extent[], { left, right }: Segment): number {
  const middle = (left + right) / 2;
  const found = columns.findIndex((column) => middle >= column.left && middle <= column.right);
  return found < 0 ? columns.length - 1 : found;
}

/** Numbers that end on one line; text that runs to the left does by itself. */
function areRightAligned(own: readonly (Segment | Row)[]): boolean {
  const pieces = own.flatMap((part) =>
    'pieces' in part ? part.pieces : part.segments.flatMap((s) => s.pieces),
  );
  if (isRightToLeft(pieces)) return false;
  const rights = own.map(({ right }) => right);
  const lefts = own.map(({ left }) => left);
  const spread = (values: readonly number[]) => greatest(values) - least(values);
  return own.length > 1 && spread(rights) < 1.5 && spread(lefts) > 2;
}
