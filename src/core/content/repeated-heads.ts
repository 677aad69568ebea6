import { plainText } from './plain-text.ts';
import type { Block, Table, TableRow } from './tree.ts';

/**
 * Adds a table; where the one ahead of it is but a row that it repeats, in its place: a widget scrolls the body of a table below
 * a copy of its head. In such a widget a body without a head of its own takes that row, unless it has numbers: data.
 */
export function pushTable(table: Table, kept: Block[]): void {
  const above = kept.at(-1);
  const [first] = table.children;
  if (above?.type === 'table' && above.children.length === 1 && first !== undefined) {
    const head = above.children[0]!;
    if (table.isBelowHead && isBlankRow(first) && isHeadOf(head, first)) table.children[0] = head;
    if (textsOf(table.children[0]!).join('\n') === textsOf(head).join('\n')) kept.pop();
  }
  kept.push(table);
}

function isBlankRow(row: TableRow): boolean {
  return textsOf(row).every((text) => text === '');
}

function isHeadOf(head: TableRow, first: TableRow): boolean {
  return head.children.length === first.children.length && !/\d/.test(textsOf(head).join(''));
}

function textsOf({ children }: TableRow): string[] {
  return children.map((cell) => plainText(cell.children).trim());
}
