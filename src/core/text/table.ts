import { toGrid } from '../content/handlers/table/grid.ts';
import type { Block, HtmlTable, Table } from '../content/tree.ts';
import { onOneLine } from '../html/blank.ts';
import { inlineText } from './inline-text.ts';

/** The rows of a table, their cells parted by tabs; a picture in a cell is data, however often it is shown. */
export function tableRows({ children }: Table): string[] {
  return children.map((row) => row.children.map((cell) => onOneLine(inlineText(cell.children))).join('\t'));
}

/** The cells of a table by row, each at the place where its spans leave it; as they come when it is no grid. */
export function rowsOfHtmlTable(table: HtmlTable): (readonly Block[])[][] {
  const rows = table.rows.map((row) => ({
    isNamedHead: false,
    align: null,
    cells: row.cells.map((cell) => ({ ...cell, isNamedHead: false, blocks: cell.children, mark: '' })),
  }));
  const grid = toGrid(rows) ?? rows.map(({ cells }) => cells);
  return grid.map((line) => line.map((cell) => cell?.blocks ?? []));
}
