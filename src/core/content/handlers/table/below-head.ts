import { isBlank } from '../../../html/blank.ts';
import { type HtmlNode, TEXT } from '../../../html/tree.ts';

/** Boxes around either half of a table that are looked through. */
const MAX_BOXES = 4;

/**
 * Whether a table stands in a box below the box of another one, and a third box holds nothing but these two: a widget scrolls
 * the body of a table below its head (DataTables, Element, Ant Design).
 */
export function isBelowHead(table: HtmlNode): boolean {
  let box = table;
  for (let steps = 0; steps < MAX_BOXES && isAlone(box) && box.parent !== null; steps++) box = box.parent;
  let head = partBeside(box, 'prev');
  if (box === table || head === null || partBeside(head, 'prev') !== null || partBeside(box, 'next') !== null)
    return false;
  for (let steps = 0; steps < MAX_BOXES && head !== null && head.tag !== 'table'; steps++)
    head = partOf(head);
  return head?.tag === 'table' && isAlone(head);
}

function isAlone(node: HtmlNode): boolean {
  return partBeside(node, 'prev') === null && partBeside(node, 'next') === null;
}

/** The first thing that a box holds. */
function partOf({ first }: HtmlNode): HtmlNode | null {
  return first !== null && isGap(first) ? first.next : first;
}

/** What stands beside a node, past white space. */
function partBeside(node: HtmlNode, side: 'prev' | 'next'): HtmlNode | null {
  const beside = node[side];
  return beside !== null && isGap(beside) ? beside[side] : beside;
}

function isGap({ kind, text }: HtmlNode): boolean {
  return kind === TEXT && isBlank(text);
}
