import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { BLOCK } from './element-kind.ts';

/**
 * Cells of a page from which on a row of short cells is read as one block and not as one for each cell: work on a large table is
 * bounded by its rows. Of 2,313 labelled pages the largest has 1,681 cells, so that none is read in another way.
 */
const MANY_CELLS = 2048;
/** Longest text of such a cell, in characters: a longer one is a paragraph. */
const MAX_CELL_CHARS = 160;

/** Rows that are one block each: those of a page of many cells that hold inline content alone, and little of it in each cell. */
export function plainRows(doc: HtmlDocument): ReadonlySet<HtmlNode> {
  const { elements, nodes } = doc;
  if (elements.tagged('td').length + elements.tagged('th').length < MANY_CELLS) return NONE;
  return new Set(elements.tagged('tr').filter((row) => isPlain(nodes, row)));
}

const NONE: ReadonlySet<HtmlNode> = new Set();

/** Stops at the first block, a table within the row among them: each node is looked at for one row. */
function isPlain(nodes: readonly HtmlNode[], row: HtmlNode): boolean {
  let chars = 0;
  for (let i = row.index + 1; i < row.end; i++) {
    const { kind, tag, text } = nodes[i]!;
    if (isCell(tag)) chars = 0;
    else if (BLOCK.has(tag) || tag === 'br') return false;
    if (kind === TEXT) chars += text.length;
    if (chars > MAX_CELL_CHARS) return false;
  }
  return true;
}

export const isCell = (tag: string): boolean => tag === 'td' || tag === 'th';
