import { raised, rowInCells } from './cells.ts';
import { columnOf, hadRoom, tightGap, toGrid, withRow } from './grid.ts';
import {
  type Extent,
  extentOf,
  type Grid,
  type PageText,
  type Piece,
  placeOf,
  type Row,
  visibleLength,
} from './piece.ts';
import { rowsOf } from './rows.ts';
import { NEAR, type Rule, type Rules } from './rules.ts';
import { measureTypography } from './typography.ts';

/** Rows of text between two level lines. */
interface Section {
  readonly top: number;
  readonly bottom: number;
  readonly rows: Row[];
  /** Places of the upright lines that go through it. */
  readonly walls: readonly number[];
}

/** Level lines of one width below each other. */
interface Stack extends Extent {
  readonly levels: number[];
}

/** Height of letters over their base line that tells between which lines a text stands, in sizes. */
const MIDDLE = 0.3;
/** Furthest base line of a row over the first line of its table, or under the last one, in sizes. */
const REACH = 2.2;
/** Height over and under a table in which a row of it may stand without a line, in points. */
const BESIDE = 100;
/** Least share of the cells of a table that have text: plots have lines too. */
const MIN_FILLED = 1 / 3;
/** Least height of a section without text that parts two tables, in points. */
const MIN_BREAK = 24;
/** Rows of prose on both sides of a gutter that are columns of a page, and characters of each. */
const [COLUMN_ROWS, COLUMN_CHARACTERS] = [8, 25];
/** Share of sections of which lines are rows of their own, past which all are looked at line by line. */
const MAX_PARTED = 0.5;

/** The rows of a page, in which each table that lines tell is one. */
export function rowsWithTables(page: PageText): Row[] {
  const rows = rowsOf(page);
  const found: Row[] = [];
  let left = page.pieces;
  for (const stack of stacksOf(page.rules)) {
    const inside = left.filter((piece) => isWithin(piece, stack));
    for (const table of tablesIn(stack, inside, page)) {
      const taken = new Set(table.segments.flatMap(({ pieces }) => pieces.map(placeOf)));
      found.push(table);
      left = left.filter((piece) => !taken.has(placeOf(piece)));
    }
  }
  if (found.length === 0) return rows;
  return [...rowsOf({ ...page, pieces: left }), ...found].sort((a, b) => a.y - b.y || a.left - b.left);
}

const isWithin = ({ x, width }: Piece, { left, right }: Extent): boolean =>
  x + width / 2 > left && x + width / 2 < right;

/** Level lines by their width; upright lines without them count by their ends. Wide stacks come first. */
function stacksOf({ level, upright }: Rules): Stack[] {
  const stacks: { left: number; right: number; levels: number[] }[] = [];
  for (const { at, from, to } of level) {
    const same = stacks.find(
      ({ left, right }) => Math.abs(left - from) < NEAR && Math.abs(right - to) < NEAR,
    );
    if (same === undefined) stacks.push({ left: from, right: to, levels: [at] });
    else same.levels.push(at);
  }
  for (const stack of stacks) {
    const own = [...stack.levels];
    const walls = upright.filter(
      ({ at, from, to }) =>
        at > stack.left - NEAR &&
        at < stack.right + NEAR &&
        own.some((y) => y > from - NEAR && y < to + NEAR),
    );
    const isOnWall = (x: number) => walls.some(({ at }) => Math.abs(at - x) < NEAR);
    // Lines between some of the columns: a cell beside them goes over several rows.
    for (const { at, from, to } of level)
      if (at > own[0]! && at < own.at(-1)! && isOnWall(from) && isOnWall(to)) stack.levels.push(at);
    for (const { from, to } of walls) stack.levels.push(from, to);
    stack.levels = distinct(stack.levels);
  }
  return stacks.filter(({ levels }) => levels.length > 1).sort((a, b) => b.right - b.left - a.right + a.left);
}

/** Tables among the pieces between the lines of a stack. */
function tablesIn(stack: Stack, pieces: readonly Piece[], page: PageText): Row[] {
  const sections = sectionsOf(stack, pieces, page);
  const tables: Row[] = [];
  let run = new Run(stack);
  const close = () => {
    const table = run.table(page, pieces);
    if (table !== null) tables.push(table);
    run = new Run(stack);
  };
  for (const section of sections) {
    if (section.rows.length === 0) {
      if (section.bottom - section.top > MIN_BREAK) close();
    } else if (!run.take(section)) {
      close();
      run.take(section);
    }
  }
  close();
  return tables;
}

function sectionsOf({ levels, left, right }: Stack, pieces: readonly Piece[], page: PageText): Section[] {
  const own = levels.slice(1).map((): Piece[] => []);
  for (const piece of pieces) {
    const y = piece.y - MIDDLE * piece.size;
    const at = levels.findIndex((level) => level > y) - 1;
    if (at >= 0) own[at]!.push(piece);
  }
  return own.map((inside, i) => {
    const [top, bottom] = [levels[i]!, levels[i + 1]!];
    const middle = (top + bottom) / 2;
    const walls = page.rules.upright.filter(
      ({ at, from, to }: Rule) => at > left + NEAR && at < right - NEAR && from < middle && to > middle,
    );
    const rows = inside.length === 0 ? [] : rowsOf({ number: page.number, pieces: inside });
    return { top, bottom, rows, walls: walls.map(({ at }) => at) };
  });
}

/** Sections below each other that have the same columns. */
class Run {
  readonly #sections: Section[] = [];
  #walls: readonly number[] = [];
  /** Columns by the room between texts, where no walls are. */
  #free: readonly Extent[] = [];

  constructor(private readonly stack: Stack) {}

  /** Takes a section that fits. */
  take(section: Section): boolean {
    const walls = distinct([...this.#walls, ...section.walls]);
    const isNew = this.#sections.length === 0;
    const widest = Math.max(this.#walls.length, section.walls.length);
    const hasOthers = !isNew && section.walls.length > 0 && walls.length > widest;
    if (hasOthers) return false;
    if (walls.length > 0) {
      if (section.walls.length === 0 && !fits(section.rows, this.#between(walls))) return false;
    } else {
      const free = section.rows.reduce(withRow, [...this.#free]);
      if (free.length < Math.max(2, this.#free.length) || isPage(section.rows, free)) return false;
      this.#free = free;
    }
    this.#walls = walls;
    this.#sections.push(section);
    return true;
  }

  #between(walls: readonly number[]): Extent[] {
    const edges = [this.stack.left, ...walls, this.stack.right];
    return edges.slice(1).map((right, i) => ({ left: edges[i]!, right }));
  }

  /** The table of the sections as one row of the page; null where they are none. */
  table(page: PageText, pieces: readonly Piece[]): Row | null {
    if (this.#sections.length < (this.#walls.length > 0 ? 1 : 2)) return null;
    const columns = this.#walls.length > 0 ? this.#between(this.#walls) : this.#free;
    const sections = this.#sections.map(({ rows }) => rows);
    const first = this.#sections[0]!;
    const last = this.#sections.at(-1)!;
    const { leading } = measureTypography(sections);
    const isBeside = ({ y }: Piece) =>
      (y < first.top && y > first.top - BESIDE) || (y > last.bottom && y < last.bottom + BESIDE);
    const others = rowsOf({ ...page, pieces: pieces.filter(isBeside) });
    const above = others.filter(({ y }) => y < first.top).reverse();
    const below = others.filter(({ y }) => y > last.bottom);
    sections.unshift(beside(above, first.top, columns, leading).reverse());
    sections.push(beside(below, last.bottom, columns, leading));
    const cells = sections.map((rows) => rows.map((row) => rowInCells(row, columns)));
    const tops = [undefined, ...this.#sections.map(({ top }) => top), undefined];
    const inCells = this.#walls.length === 0 ? cells : raised(cells, tops, columns, page.rules.level);
    const filled = inCells.filter((rows) => rows.length > 0);
    return rowOfTable(gridIn(filled, columns, leading), inCells.flat());
  }
}

/** Rows over the first line of a table or under its last one, from it, which belong to it: the lines of one row. */
function beside(rows: readonly Row[], edge: number, columns: readonly Extent[], leading: number): Row[] {
  const found: Row[] = [];
  let [from, reach] = [edge, REACH];
  for (const row of rows) {
    if (Math.abs(row.y - from) > reach * row.size || !keepsColumns([row], columns)) break;
    found.push(row);
    [from, reach] = [row.y, tightGap(leading)];
  }
  while (found.length > 0 && !fits(found.slice(-1), columns)) found.pop();
  return found;
}

function gridIn(sections: readonly (readonly Row[])[], columns: readonly Extent[], leading: number): Grid {
  const texts = columns.map((column, i) => {
    const own = sections
      .flat(1)
      .flatMap(({ segments }) => segments.filter((s) => columnOf(columns, s) === i));
    return own.length === 0 ? column : extentOf(own);
  });
  const parted = sections.filter((rows) => rows.some((row, i) => i > 0 && hadRoom(rows[i - 1]!, row, texts)));
  return toGrid(
    sections,
    texts,
    leading,
    sections.length > 2 && parted.length <= MAX_PARTED * sections.length,
  );
}

/** The row of a page that a table is; null for what has too few cells with text. */
function rowOfTable(grid: Grid, rows: readonly Row[]): Row | null {
  const cells = grid.rows.flat();
  const filled = cells.filter((cell) => cell.length > 0).length;
  const columns = grid.rightAligned.filter((_, i) => grid.rows.some((row) => row[i]!.length > 0));
  if (grid.rows.length < 2 || columns.length < 2 || filled < MIN_FILLED * cells.length) return null;
  const pieces = rows.flatMap(({ segments }) => segments.flatMap((segment) => segment.pieces));
  const { left, right } = extentOf(rows.flatMap(({ segments }) => segments));
  return { ...rows[0]!, segments: [{ pieces, left, right }], left, right, grid };
}

/** Whether text stands in two columns at least, and nothing of it over the edge of one. */
function fits(rows: readonly Row[], columns: readonly Extent[]): boolean {
  const used = new Set(rows.flatMap(({ segments }) => segments.map((segment) => columnOf(columns, segment))));
  return used.size > 1 && keepsColumns(rows, columns);
}

function keepsColumns(rows: readonly Row[], columns: readonly Extent[]): boolean {
  return rows.every(({ segments }) =>
    segments.every((segment) => {
      const { left, right } = columns[columnOf(columns, segment)]!;
      return segment.left > left - NEAR && segment.right < right + NEAR;
    }),
  );
}

/** Whether rows are text of a page in two columns: long ones, on both sides. */
function isPage(rows: readonly Row[], columns: readonly Extent[]): boolean {
  if (columns.length !== 2) return false;
  const long = rows.filter((row) => row.segments.length === 2 && visibleLength(row) >= 2 * COLUMN_CHARACTERS);
  return long.length >= COLUMN_ROWS;
}

/** Numbers in order, those near each other once. */
function distinct(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b).filter((n, i, all) => i === 0 || n - all[i - 1]! > NEAR);
}
