import { NodeCount } from '../../core/budget.ts';
import type { Block, Inline } from '../../core/content/tree.ts';
import { tableOf } from '../document.ts';

/** A cell as it is shown: its lines, and where it leads. */
export interface Cell {
  readonly text: string;
  readonly link?: string | null;
}

/** Cells by their columns; those that show nothing are not there. */
export type SheetRow = readonly Cell[];

/** The headings of sheets. */
const SHEET_DEPTH = 2;

/** The section of a sheet: its name, and what it holds. `nodes`: those of the workbook. */
export function sheetBlocks(
  name: string,
  rows: readonly SheetRow[],
  rest: readonly Block[],
  nodes: NodeCount,
): Block[] {
  const children: Inline[] = [{ type: 'text', value: name }];
  return [{ type: 'heading', depth: SHEET_DEPTH, children }, ...gridBlocks(rows, nodes), ...rest];
}

/**
 * A table of rows, without the rows and columns that are empty all along; rows of one cell ahead of it are paragraphs. Throws
 * `BudgetSpent` for more cells and lines than a tree may have nodes, with those that are counted already.
 */
export function gridBlocks(rows: readonly SheetRow[], nodes = new NodeCount()): Block[] {
  const filled = rows.filter((row) => row.length > 0);
  const above = filled.slice(0, titlesOf(filled));
  const body = filled.slice(above.length);
  const used = new Set<number>();
  // Each cell of a row is visited, none of its holes: a row may be as long as an array.
  for (const row of body) for (const column of Object.keys(row)) used.add(Number(column));
  const columns = [...used].sort((a, b) => a - b);
  nodes.add(above.length + body.length * columns.length);
  const blocks: Block[] = above.map((row) => ({ type: 'paragraph', children: inlineOf(row.at(-1), nodes) }));
  if (body.length === 0) return blocks;
  return [...blocks, tableOf(body.map((row) => columns.map((column) => inlineOf(row[column], nodes))))];
}

/** How many rows ahead of a table are lines above it: of one cell, which stands no further in than the table does. */
function titlesOf(rows: readonly SheetRow[]): number {
  const columnsOf = (row: SheetRow) => Object.keys(row).map(Number);
  const first = rows.findIndex((row) => columnsOf(row).length > 1);
  const start = columnsOf(rows[first] ?? [])[0] ?? 0;
  return rows.slice(0, Math.max(first, 0)).every((row) => columnsOf(row)[0]! <= start)
    ? Math.max(first, 0)
    : 0;
}

function inlineOf(cell: Cell | undefined, nodes: NodeCount): Inline[] {
  // What is empty is dear too: a wide row has a cell in every column.
  nodes.add(1);
  if (cell === undefined) return [];
  for (let at = cell.text.indexOf('\n'); at >= 0; at = cell.text.indexOf('\n', at + 1)) nodes.add(2);
  const lines = cell.text.split(/\r?\n/).flatMap((line, i): Inline[] => {
    const text: Inline = { type: 'text', value: line };
    return i === 0 ? [text] : [{ type: 'break' }, text];
  });
  return cell.link ? [{ type: 'link', url: cell.link, title: null, children: lines }] : lines;
}

/** Columns that a sheet may have, in every program. */
export const MAX_COLUMNS = 16_384;

/** Whether a column is in one of some spans, however many there are. */
export function inSpans(
  spans: readonly (readonly [from: number, behind: number])[],
): (column: number) => boolean {
  const changes = new Int32Array(MAX_COLUMNS + 1);
  const within = (at: number) => Math.min(MAX_COLUMNS, Math.max(0, at));
  for (const [from, behind] of spans) {
    changes[within(from)]! += 1;
    changes[within(behind)]! -= 1;
  }
  for (let at = 1; at <= MAX_COLUMNS; at++) changes[at]! += changes[at - 1]!;
  return (column) => (changes[Math.min(column, MAX_COLUMNS - 1)] ?? 0) > 0;
}

/** The text of rows, up to so many characters. */
export function textOfRows(rows: readonly SheetRow[], most: number): string {
  let all = '';
  for (const row of rows)
    for (const { text } of Object.values(row)) {
      all += `${text} `;
      if (all.length > most) return all.slice(0, most);
    }
  return all;
}
