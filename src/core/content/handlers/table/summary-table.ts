import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Builder } from '../../builder.ts';
import { handleCell, handleRow, handleTable } from './table.ts';

/** What Javadoc calls its tables of boxes, and the box that ends a row. */
const TABLE = /(?:^|\s)summary-table(?=\s|$)/;
const LAST = /(?:^|\s)col-last(?=\s|$)/;

/** A table of Javadoc: boxes that a style sheet lays out in a grid. Null for other elements of that name. */
export function handleSummaryTable(node: HtmlNode, b: Builder): boolean | null {
  return node.tag === 'div' ? handleTable(node, b) : null;
}

/** A cell of such a table; the one after the last of a row begins the next. */
export function handleSummaryCell(node: HtmlNode, b: Builder): boolean | null {
  if (b.frame.kind !== 'table' || node.tag !== 'div' || !TABLE.test(attr(node.parent!, 'class') ?? ''))
    return null;
  const before = siblingElement(node, 'prev');
  if (before === null || LAST.test(attr(before, 'class') ?? '')) handleRow(node, b);
  return handleCell(node, b);
}
