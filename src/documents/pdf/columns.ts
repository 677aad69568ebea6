import { isRightToLeft } from './logical-order.ts';
import { type Extent, extentOf, type Row, visibleLength } from './piece.ts';
import { partOfRow } from './rows.ts';

/** Fewest rows on each side of a gutter. */
const MIN_ROWS = 3;
/** Narrowest gutter, in sizes of the text. */
const MIN_GUTTER = 0.75;
/** Characters of a line of prose in a column; cells of tables are shorter. */
const PROSE_CHARACTERS = 20;
const MAX_DEPTH = 4;
/** Rows of one column are not further apart than this many sizes. */
const MAX_LINE_GAP = 3;

/**
 * The rows of a page in the order in which they are read, in runs: each run is one column, or the full width between
 * columns. Rows are gathered from the top as long as one vertical gutter stays free in all of them; it parts columns
 * when there is prose on both sides, or when the sides do not share base lines as the cells of a table do.
 */
export function readingOrder(rows: readonly Row[], depth = 0): Row[][] {
  const runs: Row[][] = [];
  let flow: Row[] = [];
  const closeFlow = () => {
    if (flow.length > 0) runs.push(flow);
    flow = [];
  };
  for (const group of groupsOf(rows)) {
    const gutter = depth < MAX_DEPTH ? columnGutter(group.rows, group.gutters) : null;
    if (gutter === null) {
      for (const row of group.rows) flow.push(row);
      continue;
    }
    closeFlow();
    const columns = sides(group.rows, gutter);
    const pieces = group.rows.flatMap(({ segments }) => segments.flatMap((segment) => segment.pieces));
    if (isRightToLeft(pieces)) columns.reverse();
    for (const run of columns.flatMap((side) => readingOrder(side, depth + 1))) runs.push(run);
  }
  closeFlow();
  return runs;
}

/** Consecutive rows, and the gutters that all of them have free. */
class Group {
  readonly rows: Row[] = [];
  gutters: readonly Extent[] = [];
  private leastRight = Number.POSITIVE_INFINITY;
  private mostLeft = Number.NEGATIVE_INFINITY;

  constructor(private readonly edges: Extent) {}

  /** The gutters that are left with one more row. */
  sharedWith(row: Row): readonly Extent[] {
    const free = freeSpans(row, this.edges);
    return this.rows.length === 0 ? free : intersect(this.gutters, free, MIN_GUTTER * row.size);
  }

  add(row: Row, isFirst = false): void {
    this.gutters = this.sharedWith(row);
    if (isFirst) this.rows.unshift(row);
    else this.rows.push(row);
    this.leastRight = Math.min(this.leastRight, row.segments[0]!.right);
    this.mostLeft = Math.max(this.mostLeft, row.segments.at(-1)!.left);
  }

  /** There is text on both sides of a gutter; the margins beside a title are none. */
  get isParted(): boolean {
    return this.gutters.some(({ left, right }) => this.leastRight <= left && this.mostLeft >= right);
  }

  /** Takes over the last rows of the group above which fit in here: columns need not begin at one height. */
  takeFrom(above: Group): void {
    for (let row = above.rows.at(-1); row !== undefined; row = above.rows.at(-1)) {
      const isNear = this.rows[0]!.y - row.y < MAX_LINE_GAP * row.size;
      if (!isNear || this.sharedWith(row).length === 0) return;
      this.add(row, true);
      above.rows.pop();
    }
  }
}

/** Rows from the top, parted where no gutter is left that all rows of a group have free. */
function groupsOf(rows: readonly Row[]): Group[] {
  const edges = extentOf(rows);
  const groups: Group[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const isPlain = last?.gutters.length === 0 && freeSpans(row, edges).length === 0;
    const isColumn = last?.isParted === false && row.segments.length > 1;
    if (last !== undefined && (isPlain || (!isColumn && last.sharedWith(row).length > 0))) {
      last.add(row);
      continue;
    }
    const group = new Group(edges);
    group.add(row);
    groups.push(group);
    if (last !== undefined && group.gutters.length > 0 && columnGutter(last.rows, last.gutters) === null)
      group.takeFrom(last);
  }
  return groups.filter((group) => group.rows.length > 0);
}

/** Where a row has no text, between the edges of the region. */
function freeSpans(row: Row, edges: Extent): Extent[] {
  const spans: Extent[] = [];
  let at = edges.left;
  for (const segment of row.segments) {
    if (segment.left - at >= MIN_GUTTER * row.size) spans.push({ left: at, right: segment.left });
    at = Math.max(at, segment.right);
  }
  if (edges.right - at >= MIN_GUTTER * row.size) spans.push({ left: at, right: edges.right });
  return spans;
}

function intersect(a: readonly Extent[], b: readonly Extent[], least: number): Extent[] {
  const out: Extent[] = [];
  for (const one of a) {
    for (const other of b) {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
      if (right - left >= least) out.push({ left, right });
    }
  }
  return out;
}

/** The gutter that parts columns; null when there is none. */
function columnGutter(rows: readonly Row[], gutters: readonly Extent[]): Extent | null {
  let best: Extent | null = null;
  let bestLength = 0;
  for (const gutter of gutters) {
    const [left, right] = sides(rows, gutter);
    if (left.length < MIN_ROWS || right.length < MIN_ROWS || !areColumns(left, right)) continue;
    const length = Math.min(lengthOfRows(left), lengthOfRows(right));
    if (length <= bestLength) continue;
    best = gutter;
    bestLength = length;
  }
  return best;
}

function lengthOfRows(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + visibleLength(row), 0);
}

function areColumns(left: readonly Row[], right: readonly Row[]): boolean {
  if (isProse(left) && isProse(right)) return true;
  const heights = new Set(left.map(({ y }) => Math.round(y)));
  const isShared = ({ y }: Row) => [-1, 0, 1].some((d) => heights.has(Math.round(y) + d));
  const shared = right.filter(isShared).length;
  return shared < 0.4 * Math.min(left.length, right.length);
}

/** Most of the rows are filled with words. */
function isProse(rows: readonly Row[]): boolean {
  const { left, right } = extentOf(rows);
  const filled = rows.filter(
    (row) => visibleLength(row) >= PROSE_CHARACTERS && row.right - row.left > 0.7 * (right - left),
  );
  return filled.length >= 0.5 * rows.length;
}

/** The parts of rows on the two sides of a gutter. */
function sides(rows: readonly Row[], gutter: Extent): [Row[], Row[]] {
  const middle = (gutter.left + gutter.right) / 2;
  const left: Row[] = [];
  const right: Row[] = [];
  for (const row of rows) {
    const before = row.segments.filter((segment) => segment.left < middle);
    const after = row.segments.filter((segment) => segment.left >= middle);
    if (before.length > 0) left.push(partOfRow(row, before));
    if (after.length > 0) right.push(partOfRow(row, after));
  }
  return [left, right];
}
