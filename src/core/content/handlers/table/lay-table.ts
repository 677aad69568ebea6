import type { Builder } from '../../builder.ts';
import { flattenBlocks } from '../../flatten.ts';
import type { Block, HtmlTable, Inline, Table, TableRow } from '../../tree.ts';
import { alignments, type Grid, toGrid } from './grid.ts';
import type { SourceCell, TableState } from './source-table.ts';

/** Turns a gathered table into a grid, an HTML table, or, when it only arranges a page or is no grid, its cells' blocks. */
export function layTable(state: TableState, b: Builder): void {
  if (state.rows.length === 0) {
    addCaption(state, b);
    return;
  }
  const isTable = !b.frame.phrasing && !isLayout(state);
  if (isTable) writeMarks(state);
  const grid = isTable ? toGrid(state.rows) : null;
  if (grid === null) {
    addCaption(state, b);
    for (const row of state.rows) for (const cell of row.cells) b.addAll(cell.blocks);
    return;
  }
  if (grid.length === 0) addCaption(state, b);
  else if (grid.some((line) => line.some((cell) => cell !== null && needsHtml(cell.blocks))))
    b.add(toHtmlTable(state));
  else {
    addCaption(state, b);
    b.add(toTable(grid, state));
  }
}

function addCaption(state: TableState, b: Builder): void {
  if (state.caption.length > 0) b.add({ type: 'paragraph', children: state.caption });
}

function writeMarks(state: TableState): void {
  for (const row of state.rows)
    for (const cell of row.cells)
      if (cell.mark !== '')
        cell.blocks = [{ type: 'paragraph', children: [{ type: 'text', value: cell.mark }] }];
}

/** Tables that arrange a page: said so by their role, one cell (unless in a `thead`) or column, or cells full of blocks. */
function isLayout(state: TableState): boolean {
  if (state.role === 'presentation' || state.role === 'none') return true;
  const cells = state.rows.flatMap((row) => row.cells);
  const filled = cells.filter(isFilled);
  if (filled.length <= 1) return !state.hasHead || filled.length === 0 || arranges(filled[0]!);
  if (state.hasHead || state.hasScope || state.caption.length > 0 || cells.some((cell) => cell.header))
    return false;
  if (state.rows.every((row) => row.cells.filter(saysMore).length <= 1)) return true;
  const labels = labelCells(state);
  return filled.some((cell) => !labels.has(cell) && arranges(cell));
}

/** Cells with a heading and nothing else, where such ones head all columns, or two rows and more. */
function labelCells(state: TableState): ReadonlySet<SourceCell> {
  const rows = state.rows.map((row) => row.cells);
  const top = (rows.find((row) => row.some(isFilled)) ?? []).filter(isFilled);
  const side = rows
    .map((row) => row[0])
    .filter((cell) => cell !== undefined && isHeading(cell)) as SourceCell[];
  const headsColumns = top.length > 1 && top.every(isHeading);
  const isLabelled = headsColumns || (side.length > 1 && side.length + 1 >= rows.length);
  return new Set(isLabelled ? [...top.filter(isHeading), ...side] : []);
}

/** Whether a cell counts as data in its row: an icon ahead of a text is its bullet. */
function saysMore(cell: SourceCell, column: number): boolean {
  return isFilled(cell) || (cell.mark !== '' && column > 0);
}

function isFilled(cell: SourceCell): boolean {
  return cell.blocks.length > 0;
}

function isHeading({ blocks }: SourceCell): boolean {
  return blocks.length === 1 && blocks[0]!.type === 'heading';
}

/** A cell that is a part of a page rather than a datum. */
function arranges(cell: SourceCell): boolean {
  const { blocks } = cell;
  if (blocks.length > 6) return true;
  return blocks.some(
    (block) =>
      block.type === 'heading' ||
      block.type === 'code' ||
      block.type === 'table' ||
      block.type === 'htmlTable' ||
      block.type === 'callout',
  );
}

/** True for what one line of a grid cannot hold. */
function needsHtml(blocks: readonly Block[]): boolean {
  return blocks.some((block) => {
    switch (block.type) {
      case 'table':
      case 'htmlTable':
        return true;
      case 'blockquote':
      case 'callout':
      case 'details':
        return needsHtml(block.children);
      case 'list':
        return block.children.some((item) => needsHtml(item.children));
      default:
        return false;
    }
  });
}

function toTable(grid: Grid, state: TableState): Table {
  const align = alignments(grid, state.columns);
  const rows = grid.map(
    (line): TableRow => ({
      type: 'tableRow',
      children: line.map((cell) => ({
        type: 'tableCell',
        children: cell === null ? [] : flattenBlocks(cell.blocks),
      })),
    }),
  );
  if (!isHeader(grid, state)) {
    rows.unshift({ type: 'tableRow', children: align.map(() => ({ type: 'tableCell', children: [] })) });
  }
  return { type: 'table', align, children: rows };
}

/** The first row heads the table when the page says so, or when it alone is all bold or named a header. */
function isHeader(grid: Grid, state: TableState): boolean {
  const first = grid[0]!.filter((cell) => cell !== null && cell.blocks.length > 0) as SourceCell[];
  if (state.hasHead || grid.length === 1) return state.hasHead || first.every((cell) => cell.header);
  if (first.length === 0) return false;
  if (first.every((cell) => cell.header)) return true;
  const second = grid[1]!.filter((cell) => cell !== null) as SourceCell[];
  return [isBold, isNamedHead].some((heads) => first.every(heads) && !second.every(heads));
}

function isNamedHead(cell: SourceCell): boolean {
  return cell.isNamedHead;
}

function isBold(cell: SourceCell): boolean {
  if (isHeading(cell)) return true;
  const only = cell.blocks[0];
  if (cell.blocks.length !== 1 || only?.type !== 'paragraph') return false;
  return only.children.every(
    (child: Inline) =>
      child.type === 'strong' ||
      child.type === 'break' ||
      (child.type === 'text' && child.value.trim() === ''),
  );
}

function toHtmlTable(state: TableState): HtmlTable {
  return {
    type: 'htmlTable',
    caption: state.caption,
    rows: state.rows.map((row) => ({
      cells: row.cells.map((cell) => ({
        header: cell.header,
        colspan: cell.colspan,
        rowspan: Math.max(1, cell.rowspan),
        align: cell.align,
        children: cell.blocks,
      })),
    })),
  };
}
