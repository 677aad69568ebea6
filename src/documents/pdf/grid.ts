import { markerOf } from './list-marker.ts';
import { isRightToLeft } from './logical-order.ts';
import {
  type Cell,
  type Extent,
  extentOf,
  type Grid,
  greatest,
  joinPieces,
  least,
  type Piece,
  type Row,
  type Segment,
  textOfRow,
} from './piece.ts';

/** Rows further apart than this many sizes are not of one table. */
const MAX_ROW_GAP = 3.2;
/** Lines of one cell are closer than this many sizes, or than lines of the document are set. */
const TIGHT_GAP = 1.45;
const MIN_COLUMN_GAP = 0.6;
/** Room that a blank takes, in sizes. */
const BLANK = 0.35;

/** The table that starts at row `at`, and the row after it; null when there is none. */
export function gridAt(
  rows: readonly Row[],
  at: number,
  leading: number,
): { readonly grid: Grid; readonly next: number } | null {
  if (!isTabular(rows[at]!)) return null;
  const tight = tightGap(leading);
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
      row.y - before!.y > tight * row.size &&
      !isTabular(rows[next + 1] ?? row)
    )
      break;
    columns = wider;
  }
  while (next > at && rows[next - 1]!.segments.length === 1 && isLoose(rows, next - 1, tight)) next--;
  const taken = rows.slice(at, next);
  const full = taken.filter((row) => row.segments.length > 1).length;
  const isWrapped = (row: Row) => row.segments.length === 1 && row.left > columns[0]!.right;
  const own = taken.filter((row) => !isWrapped(row)).length;
  if (full < (columns.length > 2 ? 2 : 3) || full * 2 < own) return null;
  const grid = toGrid([taken], columns, leading);
  return grid.rows.length < 2 ? null : { grid, next };
}

/** Two cells or more, of which the first is not the sign of a list item. */
function isTabular(row: Row): boolean {
  if (row.segments.length < 2) return false;
  return row.segments.length > 2 || markerOf(`${segmentText(row.segments[0]!)} x`) === null;
}

/** A single cell in the first column that does not continue the row above it. */
function isLoose(rows: readonly Row[], at: number, tight: number): boolean {
  const before = rows[at - 1];
  return (
    before === undefined ||
    rows[at]!.y - before.y > tight * rows[at]!.size ||
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
export function withRow(columns: readonly Extent[], row: Row): Extent[] {
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

/** A table with its rest from the next page, whose columns stand where its own do; null for another table. A head that comes again goes. */
export function joinedGrids(grid: Grid, rest: Grid): Grid | null {
  const columns = grid.columns ?? [];
  const areSame =
    columns.length === rest.columns?.length &&
    columns.every(({ left, right }, i) => left < rest.columns![i]!.right && right > rest.columns![i]!.left);
  if (!areSame) return null;
  const textOf = (row: readonly Cell[] | undefined) =>
    JSON.stringify(row?.map((lines) => lines.map(joinPieces)));
  const rows = rest.rows.slice(textOf(rest.rows[0]) === textOf(grid.rows[0]) ? 1 : 0);
  const [first, last] = [rows[0], grid.rows.at(-1)!];
  // A row that the end of the page has parted.
  if (first === undefined || first[0]!.length > 0 || last[0]!.length === 0)
    return { ...grid, rows: [...grid.rows, ...rows] };
  const whole = last.map((lines, i) => [...lines, ...first[i]!]);
  return { ...grid, rows: [...grid.rows.slice(0, -1), whole, ...rows.slice(1)] };
}

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

/** The table of rows in sections; `isRow`: a section is one row however many lines it has. */
export function toGrid(
  sections: readonly (readonly Row[])[],
  columns: readonly Extent[],
  leading: number,
  isRow = false,
): Grid {
  const cells = sections.flatMap((rows) => cellsOf(rows, columns, isRow ? null : tightGap(leading)));
  const below = sections
    .flat()
    .slice(1)
    .flatMap(({ segments }) => segments);
  const rightAligned = columns.map((_, i) =>
    areRightAligned(below.filter((segment) => columnOf(columns, segment) === i)),
  );
  if (!isRightToLeft(below.flatMap(({ pieces }) => pieces))) return { rows: cells, rightAligned, columns };
  return { rows: cells.map((row) => row.reverse()), rightAligned: rightAligned.reverse() };
}

/** Lines of one cell are closer than so many sizes. */
export const tightGap = (leading: number): number => Math.max(TIGHT_GAP, 1.1 * leading);

/** Cells of rows, of which lines that are tight go on with those above; null where all go on. */
function cellsOf(rows: readonly Row[], columns: readonly Extent[], most: number | null): Piece[][][][] {
  const gaps = rows.slice(1).map((row, i) => row.y - rows[i]!.y);
  const tight = least(gaps);
  // Lines of a cell are closer than rows where cells have more than one line.
  const isSpaced = tight <= (most ?? 0) * rows[0]!.size && greatest(gaps) > 1.25 * tight;
  const cells: Piece[][][][] = [];
  for (const [i, row] of rows.entries()) {
    const own = columns.map((): Piece[][] => []);
    for (const segment of row.segments) own[columnOf(columns, segment)]!.push([...segment.pieces]);
    const gap = i === 0 ? Number.POSITIVE_INFINITY : gaps[i - 1]!;
    const isFirstEmpty = own[0]!.length === 0;
    const isTight = isSpaced ? gap <= 1.12 * tight : isFirstEmpty && gap <= (most ?? 0) * row.size;
    const isLine = isFirstEmpty && row.segments.length === 1;
    const continues = most === null || (isTight && (isLine || !hadRoom(rows[i - 1]!, row, columns)));
    const last = cells.at(-1);
    if (continues && last !== undefined) {
      for (const [column, lines] of own.entries()) last[column]!.push(...joined(lines));
    } else cells.push(own.map(joined));
  }
  return cells;
}

/** Whether the first word of a line of some cell had room in the line above it: the lines are then of two rows. */
export function hadRoom(before: Row, row: Row, columns: readonly Extent[]): boolean {
  const above = new Map(before.segments.map((segment) => [columnOf(columns, segment), segment]));
  return row.segments.some((segment) => {
    const column = columnOf(columns, segment);
    const over = above.get(column);
    if (over === undefined) return false;
    const text = segmentText(segment);
    const word = /^\S*/.exec(text)![0].length / text.length;
    const needed = over.right - over.left + BLANK * row.size + word * (segment.right - segment.left);
    return needed < columns[column]!.right - columns[column]!.left;
  });
}

/** Segments of one row in one column are one line of its cell. */
function joined(lines: readonly Piece[][]): Piece[][] {
  return lines.length > 1 ? [lines.flat()] : [...lines];
}

export function columnOf(columns: readonly Extent[], { left, right }: Extent): number {
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
