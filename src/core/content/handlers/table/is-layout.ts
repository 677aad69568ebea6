import { wordSet } from '../../../word-set.ts';
import type { SourceCell, TableState } from '../../frame.ts';
import { plainText } from '../../plain-text.ts';
import type { Inline } from '../../tree.ts';

/** Whether a table arranges a page: by its role, one cell (not in a `thead`) or column, cells full of blocks, a row of texts. */
export function isLayout(state: TableState): boolean {
  if (state.role === 'presentation' || state.role === 'none') return true;
  const cells = state.rows.flatMap((row) => row.cells);
  const filled = cells.filter(isFilled);
  if (filled.length <= 1) return !state.hasHead || filled.length === 0 || arranges(filled[0]!);
  const isColumn = state.rows.every((row) => row.cells.filter(saysMore).length <= 1);
  if (state.hasHead || state.hasScope || state.caption.length > 0 || cells.some((cell) => cell.header))
    return isColumn && isFramed(filled.filter((cell) => !cell.header));
  if (isColumn) return true;
  if (state.rows.filter((row) => row.cells.some(isFilled)).length === 1 && !filled.every(isDatum))
    return true;
  const labels = labelCells(state);
  return filled.some((cell) => !labels.has(cell) && arranges(cell));
}

/** Whether all that stands below a header is one part of a page: its title is in a `th`. */
function isFramed(cells: readonly SourceCell[]): boolean {
  return cells.length === 1 && arranges(cells[0]!);
}

const MAX_DATUM_CHARS = 160;

/** Whether a cell is one short line of text: no links, no pictures. */
function isDatum({ blocks }: SourceCell): boolean {
  const only = blocks[0];
  if (blocks.length !== 1 || only?.type !== 'paragraph') return false;
  return only.children.every(isPlain) && plainText(only.children).length <= MAX_DATUM_CHARS;
}

function isPlain(node: Inline): boolean {
  if (node.type === 'image' || node.type === 'link') return false;
  return !('children' in node) || node.children.every(isPlain);
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

export function isHeading({ blocks }: SourceCell): boolean {
  return blocks.length === 1 && blocks[0]!.type === 'heading';
}

/** A cell that is a part of a page rather than a datum. */
function arranges({ blocks }: SourceCell): boolean {
  return blocks.length > 6 || blocks.some(({ type }) => PARTS.has(type));
}

const PARTS = wordSet('heading code table htmlTable callout');
