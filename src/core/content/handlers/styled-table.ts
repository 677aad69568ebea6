import { ELEMENT, type HtmlNode } from '../../html/tree.ts';
import { styleOf } from '../../page/style-of.ts';
import type { Builder } from '../builder.ts';
import { handleCell, handleRow, handleTable } from './table/table.ts';

/** Fewest rows and cells of a row with which boxes that a style lays out are a table; one row is a line of boxes. */
const MIN_ROWS = 2;
const MIN_CELLS = 2;

const isDrawnAs = (node: HtmlNode, display: string) =>
  node.kind === ELEMENT && styleOf(node, 'display') === display;

/** A table of boxes that style attributes lay out (CSS 2, 17.2): several rows of several cells. Null for other boxes. */
export function handleStyledTable(node: HtmlNode, b: Builder): boolean | null {
  switch (styleOf(node, 'display')) {
    case 'table':
      return isTableOfRows(node) ? handleTable(node, b) : null;
    case 'table-row':
      return b.frame.kind === 'table' ? handleRow(node, b) : null;
    case 'table-cell':
      return b.frame.kind === 'table' ? handleCell(node, b) : null;
    default:
      return null;
  }
}

function isTableOfRows(table: HtmlNode): boolean {
  const rows = childrenDrawnAs(table, 'table-row');
  return (
    rows.length >= MIN_ROWS && rows.every((row) => childrenDrawnAs(row, 'table-cell').length >= MIN_CELLS)
  );
}

function childrenDrawnAs(node: HtmlNode, display: string): HtmlNode[] {
  const found: HtmlNode[] = [];
  for (let child = node.first; child !== null; child = child.next)
    if (isDrawnAs(child, display)) found.push(child);
  return found;
}
