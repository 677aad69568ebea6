import type { SourceCell } from '../../frame.ts';
import type { Alignment, HtmlTableCell } from '../../tree.ts';

/** A place of the grid: the cell that begins there, or null where a span continues or a row is short. */
export type Grid<Cell = SourceCell> = (Cell | null)[][];

type Row<Cell> = { readonly cells: readonly Cell[] };

/** A grid of more places than this, of which fewer than a quarter are cells, is an attack, not a table. */
const MAX_PLACES = 200_000;
const MAX_PLACES_PER_CELL = 4;

/**
 * Rows as a grid (HTML, 4.9.12.1 "forming a table"): each cell at its first place, the other places of its spans
 * empty, short rows padded. Null when next to nothing of a huge grid is cells (spans of 1000 × 65534, one row of a
 * thousand cells above a hundred thousand of one).
 */
export function toGrid<Cell extends HtmlTableCell>(rows: readonly Row<Cell>[]): Grid<Cell> | null {
  const grid: Grid<Cell> = [];
  /** By column: how many rows below are still covered by a cell above. */
  const covered: number[] = [];
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  const widest = rows.reduce((most, row) => Math.max(most, columnsOf(row)), 1);
  let width = 0;
  let places = 0;
  for (let y = 0; y < rows.length; y++) {
    const line: (Cell | null)[] = [];
    let x = 0;
    for (const cell of rows[y]!.cells) {
      const start = x;
      while ((covered[x] ?? 0) > 0) line[x++] = null;
      const height = cell.rowspan === 0 ? rows.length - y : Math.min(cell.rowspan, rows.length - y);
      const columns = Math.min(cell.colspan, widest);
      for (let i = 0; i < columns; i++, x++) {
        line[x] = i === 0 ? cell : null;
        if (height > 1) covered[x] = height;
      }
      places += x - start;
      if (isTooSparse(places, cells)) return null;
    }
    for (let i = 0; i < covered.length; i++) if (covered[i]! > 0) covered[i]!--;
    width = Math.max(width, line.length);
    if (isTooSparse(width * rows.length, cells)) return null;
    grid.push(line);
  }
  for (const line of grid) for (let x = 0; x < width; x++) line[x] ??= null;
  return withoutEmpty(grid, width);
}

/** Columns of a row; a single cell says nothing of them: titles span a hundred to be sure. */
function columnsOf({ cells }: Row<HtmlTableCell>): number {
  return cells.length < 2 ? 1 : cells.reduce((sum, { colspan }) => sum + colspan, 0);
}

function isTooSparse(places: number, cells: number): boolean {
  return places > MAX_PLACES && places > cells * MAX_PLACES_PER_CELL;
}

/** Drops rows and columns in which no cell has content: spacers of the page's layout. */
function withoutEmpty<Cell extends HtmlTableCell>(grid: Grid<Cell>, width: number): Grid<Cell> {
  const isFilled = (cell: Cell | null | undefined) => (cell?.children.length ?? 0) > 0;
  const rows = grid.filter((line) => line.some(isFilled));
  const used = Array.from({ length: width }, (_, x) => rows.some((line) => isFilled(line[x])));
  return used.every(Boolean) ? rows : rows.map((line) => line.filter((_, x) => used[x]));
}

/** Alignment of each column: its header's, else the one its cells agree on, else the `<col>`'s. */
export function alignments(grid: Grid, columns: readonly Alignment[]): Alignment[] {
  const [heads = [], ...lines] = grid;
  return heads.map((head, x) => {
    const cells = lines.flatMap((line) => line[x] ?? []).filter(({ header }) => !header);
    const common = cells[0]?.align ?? null;
    const agreed = cells.every(({ align }) => align === common) ? common : null;
    return agreed ?? head?.align ?? columns[x] ?? null;
  });
}
