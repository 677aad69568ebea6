import { attr, childrenOf, type HtmlNode, nearest, siblingElement } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { blockRange } from '../page/block-range.ts';
import { sumIn, wordsIn } from '../page/page-structure.ts';
import { ROLE, rendered } from '../page/roles.ts';

/** Longest cell of a table that is data and not layout, in words and in characters: not every script parts words. */
const MAX_CELL_WORDS = 40;
const MAX_CELL_CHARS = 160;
/** Fewest rows of a grid, and cells of a row in the mean. */
const MIN_ROWS = 3;
const MIN_COLUMNS = 2;
/** Fifths of a grid's words that are links at most. */
const LINKED_FIFTHS = 2;

/** Tables of boxes that a style sheet lays out in a grid (Javadoc), in document order. */
export function boxTables(a: Annotation): readonly HtmlNode[] {
  return rendered(a, ROLE.summaryTable).filter(({ tag }) => tag === 'div');
}

/** Whether a table arranges a page: it holds other tables without naming them in header cells, or a cell of it is a text. */
export function isLayoutTable(a: Annotation, table: number): boolean {
  const { nodes } = a.doc;
  for (let i = table + 1; i < nodes[table]!.end && nodes[i]!.tag !== 'th'; i++)
    if (nodes[i]!.tag === 'table') return true;
  const [from, to] = blockRange(a, table);
  for (let b = from; b < to; b++) {
    const { count, element } = a.blocks[b]!;
    const isText = count.words > MAX_CELL_WORDS && count.chars > MAX_CELL_CHARS;
    if (isText && nodes[element]!.tag !== 'tr' && !isRemark(nodes[element]!)) return true;
  }
  return false;
}

/** Whether an element stands in a foot, a caption or the only cell of a row below others. */
function isRemark(element: HtmlNode): boolean {
  const cell = nearest(element, ({ tag }) => /^(?:td|th|caption|table)$/.test(tag));
  if (cell === null || cell.tag === 'table') return false;
  if (cell.tag === 'caption' || cell.parent?.parent?.tag === 'tfoot') return true;
  const isOnly = siblingElement(cell, 'prev') === null && siblingElement(cell, 'next') === null;
  return isOnly && Number(attr(cell, 'colspan') ?? 1) > 1 && siblingElement(cell.parent!, 'prev') !== null;
}

/** Whether a table is a grid of data: plans that are compared, ranks, results. Not one that is mostly links. */
export function isGrid(a: Annotation, table: number): boolean {
  const node = a.doc.nodes[table]!;
  const count = (tag: string) => a.doc.elements.within(node, tag).length;
  const boxes = childrenOf(node).filter((box) => a.roles.has(box, ROLE.summaryCell));
  const rows = count('tr') + boxes.filter((box) => a.roles.has(box, ROLE.lastColumn)).length;
  const cells = count('td') + count('th') + boxes.length;
  if (rows < MIN_ROWS || cells < rows * MIN_COLUMNS || count('table') > 0) return false;
  return sumIn(a, a.linkWords, table) * 5 <= wordsIn(a, table) * LINKED_FIFTHS;
}
