import type { HtmlNode } from '../../../html/tree.ts';
import { siblingElement } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import type { Builder } from '../../builder.ts';
import { handleCell, handleRow, handleTable } from './table.ts';

/** A table of Javadoc: boxes that a style sheet lays out in a grid. Null for other elements of that name. */
export function handleSummaryTable(node: HtmlNode, b: Builder): boolean | null {
  return node.tag === 'div' ? handleTable(node, b) : null;
}

/** A cell of such a table; the one after the last of a row begins the next. */
export function handleSummaryCell(node: HtmlNode, b: Builder): boolean | null {
  if (b.frame.kind !== 'table' || node.tag !== 'div' || !b.roles.has(node.parent!, ROLE.summaryTable))
    return null;
  const before = siblingElement(node, 'prev');
  if (before === null || b.roles.has(before, ROLE.lastColumn)) handleRow(node, b);
  return handleCell(node, b);
}
