import { toGrid } from '../content/handlers/table/grid.ts';
import type { Block, HtmlTable } from '../content/tree.ts';

/** The cells of a table by row, each at the place where its spans leave it; as they come when it is no grid. */
export function rowsOfHtmlTable(table: HtmlTable): (readonly Block[])[][] {
  const rows = table.rows.map((row) => ({
    inHead: false,
    isNamedHead: false,
    align: null,
    cells: row.cells.map((cell) => ({ ...cell, isNamedHead: false, blocks: cell.children, mark: '' })),
  }));
  const grid = toGrid(rows) ?? rows.map(({ cells }) => cells);
  return grid.map((line) => line.map((cell) => cell?.blocks ?? []));
}
