import type { Block, List, ListItem } from '../../core/content/tree.ts';
import type { TextDraft } from './draft-blocks.ts';
import { type InlineContext, inlineOf } from './inline-text.ts';
import { isRightToLeft } from './logical-order.ts';
import { type Extent, type Piece, type Row, textOfRow } from './piece.ts';

/** The pieces of rows. */
export function linesOf(rows: readonly Row[]): Piece[][] {
  return rows.map((row) => row.segments.flatMap((segment) => [...segment.pieces]));
}

/** Items as lists: those further to the right are nested, a change of form begins another list. */
export function listsOf(items: readonly TextDraft[], context: InlineContext): Block[] {
  const blocks: Block[] = [];
  const isTold = areNestedByTags(items);
  const open: { readonly list: List; readonly left: number; readonly form: string; last: number }[] = [];
  for (const { rows, marker, column, tag } of items) {
    const sign = marker!;
    const left = isTold && tag !== undefined ? 100 * tag.lists : indentOf(rows, column);
    const room = 0.6 * rows[0]!.size;
    while (open.length > 1 && left < open.at(-1)!.left - room) open.pop();
    let at = open.at(-1);
    const isDeeper = at !== undefined && left > at.left + room;
    const goesOn =
      at !== undefined && !isDeeper && at.form === sign.form && (!sign.ordered || sign.number > at.last);
    if (!goesOn) {
      const list: List = {
        type: 'list',
        ordered: sign.ordered,
        start: sign.ordered ? sign.number : 1,
        spread: false,
        children: [],
      };
      const parent = isDeeper ? at!.list.children.at(-1)! : null;
      if (!isDeeper) open.pop();
      const outer = parent ?? open.at(-1)?.list.children.at(-1) ?? null;
      if (outer === null) blocks.push(list);
      else outer.children.push(list);
      at = { list, left, form: sign.form, last: 0 };
      open.push(at);
    }
    at!.last = sign.number;
    at!.list.children.push(itemOf(rows, sign.length, context));
  }
  return blocks;
}

/** How far an item is from the side on which its lines begin. */
function indentOf(rows: readonly Row[], column: Extent): number {
  const [first] = rows as readonly [Row];
  return isRightToLeft(linesOf(rows).flat()) ? column.right - first.right : first.left - column.left;
}

/**
 * Whether tags tell how items nest. LibreOffice tags items of every depth as lists side by side: where no item is in two lists, their
 * places tell, unless they go on in a column further to the right.
 */
function areNestedByTags(items: readonly TextDraft[]): boolean {
  if (items.some(({ tag }) => tag !== undefined && tag.lists > 1)) return true;
  const first = items.map(({ rows }) => rows[0]!);
  return first.some((row, i) => i > 0 && row.page === first[i - 1]!.page && row.y < first[i - 1]!.y);
}

function itemOf(rows: readonly Row[], markerLength: number, context: InlineContext): ListItem {
  const lines = linesOf(rows);
  lines[0] = withoutStart(lines[0]!, textOfRow(rows[0]!).slice(0, markerLength));
  return {
    type: 'listItem',
    checked: null,
    spread: false,
    children: [
      {
        type: 'paragraph',
        children: inlineOf(
          lines.filter((line) => line.length > 0),
          context,
        ),
      },
    ],
  };
}

/** A line without the marker at its start, which may be drawn in several pieces. */
function withoutStart(line: readonly Piece[], marker: string): Piece[] {
  let left = marker.replace(/\s+/g, '').length;
  const out: Piece[] = [];
  for (const piece of line) {
    if (left === 0) {
      out.push(piece);
      continue;
    }
    let at = 0;
    while (at < piece.text.length && left > 0) if (/\S/.test(piece.text[at++]!)) left--;
    const text = piece.text.slice(at).trimStart();
    if (text !== '') out.push({ ...piece, text });
  }
  return out;
}
