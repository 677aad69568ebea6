import {
  attr,
  childrenOf,
  firstPart,
  type HtmlNode,
  isAlone,
  partBeside,
  siblingElement,
} from '../../../html/tree.ts';
import { isCell } from '../../../page/plain-rows.ts';
import { ROLE } from '../../../page/roles.ts';
import { styleOf } from '../../../page/style-of.ts';
import type { Step } from '../../../select/prune.ts';
import { laysOut } from '../../../units/callout-head.ts';
import { isNumberedCode } from '../../../units/code-block.ts';
import { each } from '../../../word-set.ts';
import { appendAll } from '../../append-all.ts';
import type { Builder } from '../../builder.ts';
import type { SourceCell, SourceRow, TableState } from '../../frame.ts';
import type { Alignment, Block, Inline } from '../../tree.ts';
import { handleCodeFrame } from '../code/code-block.ts';
import { isGlyph } from '../hidden.ts';
import { markOf } from './cell-mark.ts';
import { layTable } from './lay-table.ts';

/** `<table>`: gathers its cells as blocks; what becomes of them is decided when all are known (`lay-table.ts`). */
export function handleTable(node: HtmlNode, b: Builder): boolean {
  if (isNumberedCode(b.page, node) && handleCodeFrame(node, b) === false) return false;
  if (b.frame.kind === 'callout' && laysOut(b.page, node)) return b.block(node);
  const state: TableState = {
    kind: 'table',
    role: attr(node, 'role') ?? '',
    isCallouts: node.parent !== null && b.roles.has(node.parent, ROLE.calloutTable),
    isBelowHead: isBelowHead(node),
    caption: [],
    rows: [],
    columns: [],
    hasHead: false,
    hasScope: false,
  };
  return b.openFlow(node, state, (frame) => {
    // Stray content between the rows stands ahead of the table.
    b.addAll(frame.blocks);
    state.rows.sort((one, other) => Number(one.isFoot) - Number(other.isFoot));
    layTable(state, b);
  });
}

export function handleCaption(node: HtmlNode, b: Builder): boolean {
  const { state } = b.frame;
  if (state.kind !== 'table') return b.block(node);
  return b.openPhrasing(node, 'phrasing', (children) => appendAll(state.caption, children));
}

/** `<col>`: alignment of its columns. */
export function handleColumn(node: HtmlNode, b: Builder): boolean {
  const { state } = b.frame;
  if (state.kind !== 'table') return false;
  const align = alignmentOf(node, b);
  for (let i = span(attr(node, 'span'), 100); i > 0 && state.columns.length < 1000; i--)
    state.columns.push(align);
  return false;
}

export function handleRow(node: HtmlNode, b: Builder): boolean {
  b.boundary();
  const { state } = b.frame;
  if (state.kind !== 'table') return b.block(node);
  if (node.parent?.tag === 'thead') state.hasHead = true;
  const isNamedHead = b.roles.has(node, ROLE.headCell);
  const isFoot = node.parent?.tag === 'tfoot';
  state.rows.push({ isFoot, isNamedHead, cells: [], align: alignmentOf(node, b) });
  return true;
}

export function handleCell(node: HtmlNode, b: Builder): boolean {
  b.boundary();
  const { state } = b.frame;
  if (state.kind !== 'table' || !b.mayNest) return b.block(node);
  const row = openRow(state);
  const cell = cellOf(node, row, b);
  if (attr(node, 'scope') !== null) state.hasScope = true;
  row.cells.push(cell);
  if (isGlyph(node, b)) {
    cell.mark = markOf(node, b);
    return false;
  }
  // In a list of members of Doxygen the type stands in the cell before the name.
  const before = b.roles.has(node, ROLE.memberCell) ? row.cells.at(-2) : undefined;
  return b.openFlow(node, { kind: 'cell' }, (own) => {
    if (!own.blocks.every(isBlankLine)) cell.children = own.blocks;
    if (cell.children.length === 0) cell.mark = markOf(node, b);
    else if (before !== undefined) joinDeclaration(before, cell);
  });
}

/** Leaves the place of a cell that was removed empty: those after it keep their columns. What nobody sees has no place. */
export function leavePlace(node: HtmlNode, b: Builder): void {
  const { state } = b.frame;
  if (state.kind !== 'table' || UNSEEN.has(b.selection.steps[b.removedBy[node.index]! - 1]!)) return;
  const isBox = isSummaryCell(node, b);
  if (!isBox && !isCell(node.tag) && styleOf(node, 'display') !== 'table-cell') return;
  if (isBox && beginsRow(node, b)) handleRow(node, b);
  const row = openRow(state);
  row.cells.push({ ...cellOf(node, row, b), header: false });
}

const UNSEEN: ReadonlySet<Step> = new Set<Step>(['unrendered', 'hidden']);

/** The row that the next cell stands in: cells without a row are one. */
function openRow({ rows }: TableState): SourceRow {
  if (rows.length === 0) rows.push({ isFoot: false, isNamedHead: false, cells: [], align: null });
  return rows.at(-1)!;
}

/** A cell as its attributes have it, nothing in it yet. */
function cellOf(node: HtmlNode, row: SourceRow, b: Builder): SourceCell {
  const isHeadRole = /^(?:column|row)header$/.test(attr(node, 'role') ?? '');
  return {
    header: node.tag === 'th' || isHeadRole || b.roles.has(node, ROLE.boxHeader),
    isNamedHead: row.isNamedHead || b.roles.has(node, ROLE.headCell),
    colspan: span(attr(node, 'colspan'), 1000),
    rowspan: span(attr(node, 'rowspan'), 65534),
    align: alignmentOf(node, b) ?? row.align,
    children: [],
    mark: '',
  };
}

/** Whether a block has nothing but blanks: `&nbsp;` keeps the borders of an empty cell. */
function isBlankLine(block: Block): boolean {
  return block.type === 'paragraph' && block.children.every(isBlankInline);
}

function isBlankInline(node: Inline): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type === 'break' || ('children' in node && node.children.every(isBlankInline));
}

/** Writes a type and the name after it into one cell: such lists have headings among their rows, and are no grids. */
function joinDeclaration(type: SourceCell, name: SourceCell): void {
  const [left] = type.children;
  const [right] = name.children;
  if (type.children.length !== 1 || left?.type !== 'paragraph' || right?.type !== 'paragraph') return;
  const children: Inline[] = [...left.children, { type: 'text', value: ' ' }, ...right.children];
  type.children = [{ type: 'paragraph', children }, ...name.children.slice(1)];
  name.children = [];
}

/** A span attribute within HTML's limits; 0 and nonsense are 1 (`rowspan=0` is resolved with the grid). */
function span(value: string | null, max: number): number {
  const number = value === null ? 1 : Number.parseInt(value, 10);
  return Number.isFinite(number) && number > 0 ? Math.min(number, max) : number === 0 && max > 1000 ? 0 : 1;
}

function alignmentOf(node: HtmlNode, b: Builder): Alignment {
  const value = styleOf(node, 'text-align') || (attr(node, 'align') ?? b.roles.capture(node, ROLE.cellAlign));
  return ALIGNMENTS.get(value?.toLowerCase() ?? '') ?? null;
}

const ALIGNMENTS: ReadonlyMap<string, Alignment> = new Map<string, Alignment>([
  ['left', 'left'],
  ...each('right end', 'right' as const),
  ...each('center centered -webkit-center', 'center' as const),
]);

/** A cell of a table of Javadoc, boxes that a style sheet lays out in a grid. */
export function handleSummaryCell(node: HtmlNode, b: Builder): boolean | null {
  if (b.frame.kind !== 'table' || !isSummaryCell(node, b)) return null;
  if (beginsRow(node, b)) handleRow(node, b);
  return handleCell(node, b);
}

function isSummaryCell({ tag, parent }: HtmlNode, b: Builder): boolean {
  return tag === 'div' && b.roles.has(parent!, ROLE.summaryTable);
}

/** Whether a box is the first one of a row: the one after the last of a row begins the next. */
function beginsRow(cell: HtmlNode, b: Builder): boolean {
  const before = siblingElement(cell, 'prev');
  return before === null || b.roles.has(before, ROLE.lastColumn);
}

/** Fewest rows and cells of a row with which boxes that a style lays out are a table; one row is a line of boxes. */
const MIN_ROWS = 2;
const MIN_CELLS = 2;

/** A table of boxes that style attributes lay out (CSS 2, 17.2): several rows of several cells. Null for other boxes. */
export function handleStyledTable(node: HtmlNode, b: Builder): boolean | null {
  const display = styleOf(node, 'display');
  if (display === 'table') return isTableOfRows(node) ? handleTable(node, b) : null;
  const handle = display === 'table-row' ? handleRow : display === 'table-cell' ? handleCell : null;
  return handle !== null && b.frame.kind === 'table' ? handle(node, b) : null;
}

function isTableOfRows(table: HtmlNode): boolean {
  const rows = childrenDrawnAs(table, 'table-row');
  return (
    rows.length >= MIN_ROWS && rows.every((row) => childrenDrawnAs(row, 'table-cell').length >= MIN_CELLS)
  );
}

function childrenDrawnAs(node: HtmlNode, display: string): HtmlNode[] {
  return childrenOf(node).filter((child) => styleOf(child, 'display') === display);
}

const MAX_BOXES = 4;

/** Whether a widget scrolls a table below its head, the two alone in a box (DataTables, Element, Ant Design). */
function isBelowHead(table: HtmlNode): boolean {
  let box = table;
  for (let steps = 0; steps < MAX_BOXES && isAlone(box) && box.parent !== null; steps++) box = box.parent;
  let head = partBeside(box, 'prev');
  if (box === table || head === null || partBeside(head, 'prev') !== null || partBeside(box, 'next') !== null)
    return false;
  for (let steps = 0; steps < MAX_BOXES && head !== null && head.tag !== 'table'; steps++)
    head = firstPart(head);
  return head?.tag === 'table' && isAlone(head);
}
