import type { Block, Heading, Table } from '../../core/content/tree.ts';
import { tableOf } from '../document.ts';
import { type Draft, isBoldRow, type TextDraft } from './draft-blocks.ts';
import { type Compounds, type InlineContext, inlineOf } from './inline-text.ts';
import { linesOf, listsOf } from './list-content.ts';
import { type Grid, joinPieces, least, type Row, textOfRow } from './piece.ts';
import { isAbout, type Typography } from './typography.ts';

const MAX_HEADING_CHARACTERS = 200;
const MAX_BOLD_HEADING_CHARACTERS = 120;
const MAX_HEADING_ROWS = 3;
/** A size this much above the body's is a heading's. */
const HEADING_SIZE = 1.12;

/** The content of a document's blocks: headings ranked by size, items in lists, paragraphs parted by a page made whole. */
export function contentOfDrafts(drafts: readonly Draft[], type: Typography, compounds: Compounds): Block[] {
  const whole = joinParted(drafts, type);
  const ranks = headingRanks(whole, type);
  const context: InlineContext = { compounds, isPlain: false, monoIsCode: !type.isMono };
  const blocks: Block[] = [];
  let items: TextDraft[] = [];
  const closeList = () => {
    if (items.length > 0) for (const list of listsOf(items, context)) blocks.push(list);
    items = [];
  };
  for (const draft of whole) {
    if (draft.kind === 'text' && draft.marker !== null && !ranks.has(draft)) {
      items.push(draft);
      continue;
    }
    closeList();
    if (draft.kind === 'code')
      blocks.push({ type: 'code', lang: null, meta: null, value: codeOf(draft.rows) });
    else if (draft.kind === 'table') blocks.push(gridTable(draft.grid, context));
    else {
      const depth = ranks.get(draft);
      const lines = linesOf(draft.rows);
      if (depth === undefined)
        blocks.push({ type: 'paragraph', children: inlineOf(lines, { ...context, isPlain: type.isBold }) });
      else
        blocks.push({
          type: 'heading',
          depth,
          children: inlineOf(lines, { ...context, isPlain: true, monoIsCode: false }),
        });
    }
  }
  closeList();
  return blocks;
}

/** A sentence that goes on over the end of a page or column is one paragraph. Small print between is passed over. */
function joinParted(drafts: readonly Draft[], type: Typography): Draft[] {
  const out: Draft[] = [];
  for (const draft of drafts) {
    const open = draft.kind === 'text' && draft.marker === null ? openDraft(out, draft, type) : null;
    if (open === null || draft.kind !== 'text')
      out.push(draft.kind === 'text' ? { ...draft, rows: [...draft.rows] } : draft);
    else for (const row of draft.rows) open.rows.push(row);
  }
  return out;
}

/** The block that the first line of the next one goes on with; null when there is none. */
function openDraft(out: readonly Draft[], next: TextDraft, type: Typography): TextDraft | null {
  const first = next.rows[0]!;
  const goesOn = /^[\p{Ll}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(textOfRow(first));
  for (let i = out.length - 1; i >= 0 && i >= out.length - 4; i--) {
    const draft = out[i]!;
    if (draft.kind !== 'text') return null;
    const last = draft.rows.at(-1)!;
    const isSmall = last.size < 0.94 * type.bodySize && first.size > 1.05 * last.size;
    if (isSmall && last.page < first.page) continue;
    if (!isAbout(last.size, first.size) || isBoldRow(last) !== isBoldRow(first)) return null;
    const ends = /[.!?:;。！？]["”’»)\]]*$/.test(textOfRow(last));
    const isParted = last.page < first.page || last.y > first.y || last.right < first.left;
    return !ends && (isParted ? goesOn : next.tag === undefined && isNextLine(last, first, type))
      ? draft
      : null;
  }
  return null;
}

/** The top of a column may be read before the rest of it, where the other column begins. */
function isNextLine(last: Row, next: Row, type: Typography): boolean {
  const gap = (next.y - last.y) / next.size;
  return gap > 0 && gap <= 1.1 * type.leading && Math.abs(next.left - last.left) < next.size;
}

/** Which blocks are headings, and how deep: the larger the size the higher; bold lines of the body's size come last. */
function headingRanks(drafts: readonly Draft[], type: Typography): Map<Draft, Heading['depth']> {
  const found: { readonly draft: TextDraft; readonly size: number }[] = [];
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind !== 'text' || draft.tag?.depth !== undefined) continue;
    const size = headingSize(draft, drafts[i + 1], type);
    if (size !== null) found.push({ draft, size });
  }
  const sizes = [...new Set(found.map(({ size }) => size))].sort((a, b) => b - a);
  const levels: number[] = [];
  for (const size of sizes) if (!levels.some((level) => isAbout(size, level))) levels.push(size);
  const ranks = new Map<Draft, Heading['depth']>();
  for (const { draft, size } of found) {
    const level = levels.findIndex((other) => isAbout(size, other)) + 1;
    ranks.set(draft, Math.min(6, level) as Heading['depth']);
  }
  for (const draft of drafts)
    if (draft.kind === 'text' && draft.tag?.depth != null) ranks.set(draft, draft.tag.depth);
  return ranks;
}

/** The size that ranks a heading; null for a block that is none. */
function headingSize(
  { rows, marker, column }: TextDraft,
  next: Draft | undefined,
  type: Typography,
): number | null {
  const { size } = rows[0]!;
  const text = rows.map(textOfRow).join(' ');
  if (rows.length > MAX_HEADING_ROWS || !/[\p{L}\p{N}]/u.test(text)) return null;
  if (marker !== null && !marker.ordered) return null;
  if (size >= HEADING_SIZE * type.bodySize && text.length <= MAX_HEADING_CHARACTERS) return size;
  if (type.isBold || !rows.every(isBoldRow) || size < 0.97 * type.bodySize) return null;
  const isShort = text.length <= MAX_BOLD_HEADING_CHARACTERS && rows.length <= 2 && !/[.,;]$/.test(text);
  const isAlone = rows.length === 1 || rows[0]!.right > column.left + 0.6 * (column.right - column.left);
  if (!isShort || !isAlone || next === undefined || (marker !== null && !/^\d/.test(text))) return null;
  // A bold line over nothing but another one is a table's or a form's.
  return next.kind !== 'text' || next.rows.some((row) => !isBoldRow(row)) || next.rows[0]!.size < size
    ? type.bodySize
    : null;
}

function gridTable({ rows, rightAligned }: Grid, context: InlineContext): Table {
  const cells = rows.map((row, i) => row.map((lines) => inlineOf(lines, { ...context, isPlain: i === 0 })));
  return tableOf(
    cells,
    rightAligned.map((isRight) => (isRight ? 'right' : null)),
  );
}

/** Rows of a fixed-width font with their indents and the blank lines between them. */
function codeOf(rows: readonly Row[]): string {
  const width = rows.reduce(
    (sum, row) => sum + row.segments.reduce((all, { left, right }) => all + right - left, 0),
    0,
  );
  const letters = rows.reduce((sum, row) => sum + textOfRow(row).length, 0);
  const unit = letters === 0 ? 6 : width / letters;
  const edge = least(rows.map(({ left }) => left));
  const gaps = rows.slice(1).map((row, i) => row.y - rows[i]!.y);
  const step = Math.min(least(gaps.filter((gap) => gap > 0)), 1.3 * rows[0]!.size);
  const lines: string[] = [];
  for (const [i, row] of rows.entries()) {
    const gap = i === 0 || row.page !== rows[i - 1]!.page ? step : row.y - rows[i - 1]!.y;
    for (let blank = Math.min(3, Math.round(gap / step) - 1); blank > 0; blank--) lines.push('');
    let line = '';
    for (const { left, pieces } of row.segments) {
      const column = Math.max(0, Math.min(200, Math.round((left - edge) / unit)));
      line = line.padEnd(column) + joinPieces(pieces);
    }
    lines.push(line.trimEnd());
  }
  return lines.join('\n');
}
