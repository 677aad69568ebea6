import type { Budget } from '../../../budget.ts';
import { wordSet } from '../../../word-set.ts';
import type { Builder } from '../../builder.ts';
import { flattenBlocks } from '../../flatten.ts';
import type { SourceCell, TableState } from '../../frame.ts';
import { plainText } from '../../plain-text.ts';
import type { Block, HtmlTable, HtmlTableCell, Inline, List, ListItem, Table, TableRow } from '../../tree.ts';
import { alignments, type Grid, toGrid } from './grid.ts';
import { dropRepeatedHeads } from './repeated-heads.ts';

/** Turns a gathered table into a grid, an HTML table, or, when it only arranges a page or is no grid, its cells' blocks. */
export function layTable(state: TableState, b: Builder): void {
  if (state.rows.length === 0) addCaption(state, b);
  else if (state.isCallouts && state.rows.every(({ cells }) => cells.length > 1)) {
    addCaption(state, b);
    b.add(calloutList(state));
  } else if (isPoint(state)) b.addAll(pointOf(state));
  else if (isQuotation(state)) {
    // What is quoted, without the marks, and who said it.
    const cells = [state.rows[0]!.cells[1]!, ...(state.rows[1]?.cells ?? [])];
    b.add({ type: 'blockquote', children: cells.flatMap(({ children }) => children) });
  } else layGrid(state, b);
}

function layGrid(state: TableState, b: Builder): void {
  const isTable = !isLayout(state);
  if (isTable) writeMarks(state);
  if (isTable) dropRepeatedHeads(state.rows);
  const grid = isTable ? toGrid(state.rows) : null;
  if (grid?.some((line) => line.some((cell) => cell !== null && needsHtml(cell.children)))) {
    b.add(toHtmlTable(state));
    return;
  }
  addCaption(state, b);
  if (grid === null) for (const row of state.rows) for (const cell of row.cells) b.addAll(cell.children);
  else if (grid.length > 0) b.add(toTable(grid, state, b.doc.budget));
}

/** What stands ahead of a point of a law: `(a)`, `1.`, `iv)`, `—`. */
const POINT = /^(?:[([]?(?:\p{Nd}{1,3}|\p{L}{1,2}|[ivxlc]{1,6})[.)\]]{1,2}|[—–•·-])$/u;

/** Whether a table of one row sets a point of a law beside its sign (EUR-Lex). */
function isPoint({ rows, caption, hasHead }: TableState): boolean {
  const cells = rows.length === 1 && !hasHead && caption.length === 0 ? rows[0]!.cells : [];
  return cells.length === 2 && cells[1]!.children[0]?.type === 'paragraph' && POINT.test(signOf(cells[0]!));
}

function pointOf({ rows }: TableState): Block[] {
  const [sign, [first, ...rest]] = rows[0]!.cells.map((cell) => cell.children) as [Block[], Block[]];
  const blank = { type: 'text', value: ' ' } as const;
  const children = [...flattenBlocks(sign), blank, ...flattenBlocks([first!])];
  return [{ type: 'paragraph', children }, ...rest];
}

const OPENING_MARK = /^[“„«»‹›「『‘]$/u;
const CLOSING_MARK = /^[”“»«›‹」』’]$/u;

/** Whether the first row sets words between two large quotation marks (MediaWiki): a second one has one cell, whose they are. */
function isQuotation({ rows, hasHead, caption }: TableState): boolean {
  const cells = rows[0]!.cells;
  if (cells.length !== 3 || rows.length > 2 || hasHead || caption.length > 0) return false;
  if ((rows[1]?.cells.filter(isFilled).length ?? 1) !== 1) return false;
  return OPENING_MARK.test(signOf(cells[0]!)) && CLOSING_MARK.test(signOf(cells[2]!));
}

function signOf(cell: SourceCell): string {
  return cell.children.length === 0 ? cell.mark : plainText(soleLine(cell) ?? []).trim();
}

/** What is said in a cell of one paragraph; null for other cells. */
function soleLine({ children: [only, other] }: SourceCell): Inline[] | null {
  return only?.type === 'paragraph' && other === undefined ? only.children : null;
}

/** What the numbers in a code block say (Asciidoctor): a row for each, the number and its text. */
function calloutList({ rows }: TableState): List {
  const items = rows.map(({ cells }): ListItem => {
    const children = cells.slice(1).flatMap(({ children }) => children);
    return { type: 'listItem', checked: null, spread: false, children };
  });
  const start = Number(plainText(flattenBlocks(rows[0]!.cells[0]!.children))) || 1;
  return { type: 'list', ordered: true, start, spread: false, children: items };
}

function addCaption(state: TableState, b: Builder): void {
  if (state.caption.length > 0) b.add({ type: 'paragraph', children: state.caption });
}

function writeMarks(state: TableState): void {
  for (const row of state.rows)
    for (const cell of row.cells)
      if (cell.mark !== '')
        cell.children = [{ type: 'paragraph', children: [{ type: 'text', value: cell.mark }] }];
}

/** True for what one line of a grid cannot hold. */
function needsHtml(blocks: readonly Block[]): boolean {
  return blocks.some((block) => {
    if (block.type === 'list') return block.children.some((item) => needsHtml(item.children));
    const isAround = block.type === 'blockquote' || block.type === 'callout' || block.type === 'details';
    return isAround ? needsHtml(block.children) : block.type === 'table' || block.type === 'htmlTable';
  });
}

function toTable(grid: Grid, state: TableState, budget: Budget): Table {
  const align = alignments(grid, state.columns);
  budget.spend(grid.length * align.length, 'laying out tables');
  const rows = grid.map(
    (line): TableRow => ({
      type: 'tableRow',
      children: line.map((cell) => ({
        type: 'tableCell',
        children: cell === null ? [] : flattenBlocks(cell.children),
      })),
    }),
  );
  if (!isHeader(grid, state)) {
    rows.unshift({ type: 'tableRow', children: align.map(() => ({ type: 'tableCell', children: [] })) });
  }
  return { type: 'table', align, children: rows, ...(state.isBelowHead && { isBelowHead: true }) };
}

/** The first row heads the table when the page says so, or when it alone is all bold or named a header. */
function isHeader(grid: Grid, state: TableState): boolean {
  const first = grid[0]!.filter((cell) => cell !== null && isFilled(cell)) as SourceCell[];
  if (state.hasHead || grid.length === 1) return state.hasHead || first.every((cell) => cell.header);
  if (first.length === 0) return false;
  if (first.every((cell) => cell.header)) return true;
  const second = grid[1]!.filter((cell) => cell !== null);
  const isNamed = (cell: SourceCell) => cell.isNamedHead;
  return [isBold, isNamed].some((heads) => first.every(heads) && !second.every(heads));
}

function isBold(cell: SourceCell): boolean {
  const isStrong = (node: Inline) =>
    node.type === 'text' ? node.value.trim() === '' : node.type === 'strong' || node.type === 'break';
  return isHeading(cell) || soleLine(cell)?.every(isStrong) === true;
}

function toHtmlTable({ caption, rows }: TableState): HtmlTable {
  const written = ({ header, colspan, rowspan, align, children }: SourceCell): HtmlTableCell => {
    return { header, colspan, rowspan: Math.max(1, rowspan), align, children };
  };
  return { type: 'htmlTable', caption, rows: rows.map(({ cells }) => ({ cells: cells.map(written) })) };
}

/** Whether a table arranges a page: by its role, one cell (not in a `thead`) or column, cells full of blocks, a row of texts. */
function isLayout(state: TableState): boolean {
  if (state.role === 'presentation' || state.role === 'none') return true;
  const cells = state.rows.flatMap((row) => row.cells);
  const filled = cells.filter(isFilled);
  if (filled.length <= 1) return !state.hasHead || filled.length === 0 || arranges(filled[0]!);
  // An icon ahead of a text is its bullet.
  const saysMore = (cell: SourceCell, column: number) => isFilled(cell) || (cell.mark !== '' && column > 0);
  const isColumn = state.rows.every((row) => row.cells.filter(saysMore).length <= 1);
  if (state.hasHead || state.hasScope || state.caption.length > 0 || cells.some((cell) => cell.header)) {
    // All that stands below a header may be one part of a page: its title is in a `th`.
    const [only, other] = filled.filter((cell) => !cell.header);
    return isColumn && only !== undefined && other === undefined && arranges(only);
  }
  if (isColumn) return true;
  if (state.rows.filter((row) => row.cells.some(isFilled)).length === 1 && !filled.every(isDatum))
    return true;
  const labels = labelCells(state);
  return filled.some((cell) => !labels.has(cell) && arranges(cell));
}

const MAX_DATUM_CHARS = 160;

function isDatum(cell: SourceCell): boolean {
  const line = soleLine(cell);
  return line?.every(isPlain) === true && plainText(line).length <= MAX_DATUM_CHARS;
}

function isPlain(node: Inline): boolean {
  if (node.type === 'image' || node.type === 'link') return false;
  return !('children' in node) || node.children.every(isPlain);
}

/** Cells with a heading and nothing else, where such ones head all columns, or two rows and more. */
function labelCells(state: TableState): ReadonlySet<SourceCell> {
  const rows = state.rows.map((row) => row.cells);
  const top = (rows.find((row) => row.some(isFilled)) ?? []).filter(isFilled);
  const side = rows.flatMap((row) => row.slice(0, 1)).filter(isHeading);
  const headsColumns = top.length > 1 && top.every(isHeading);
  const isLabelled = headsColumns || (side.length > 1 && side.length + 1 >= rows.length);
  return new Set(isLabelled ? [...top.filter(isHeading), ...side] : []);
}

function isFilled(cell: SourceCell): boolean {
  return cell.children.length > 0;
}

function isHeading({ children }: SourceCell): boolean {
  return children.length === 1 && children[0]!.type === 'heading';
}

function arranges({ children }: SourceCell): boolean {
  return children.length > 6 || children.some(({ type }) => PARTS.has(type));
}

const PARTS = wordSet('heading code table htmlTable callout');
