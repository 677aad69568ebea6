import { columnOf } from './grid.ts';
import { inReadingOrder } from './logical-order.ts';
import { type Extent, extentOf, type Piece, type Row } from './piece.ts';
import { NEAR, type Rule } from './rules.ts';

/**
 * Sections with the text of cells that go over several of them in the first: such a cell has no line over it where others have one.
 * `tops`: where each begins.
 */
export function raised(
  sections: readonly (readonly Row[])[],
  tops: readonly (number | undefined)[],
  columns: readonly Extent[],
  level: readonly Rule[],
): Row[][] {
  const out: Row[][] = [];
  /** Of each column, the section that its cell began in. */
  const begun = columns.map(() => 0);
  for (const [i, rows] of sections.entries()) {
    const lines = level.filter(({ at }) => Math.abs(at - (tops[i] ?? Number.NaN)) < NEAR);
    const goesOn = columns.map(({ left, right }) => {
      const middle = (left + right) / 2;
      return i > 0 && lines.length > 0 && !lines.some(({ from, to }) => from < middle && to > middle);
    });
    for (const [column, isOpen] of goesOn.entries()) if (!isOpen) begun[column] = i;
    out.push([]);
    for (const row of rows)
      for (const section of new Set(begun)) {
        const own = row.segments.filter((segment) => begun[columnOf(columns, segment)] === section);
        if (own.length > 0) out[section]!.push({ ...row, segments: own });
      }
  }
  return out;
}

/** A row with one segment in each column that it has text in. A piece that goes over a wall is cut at a blank near it. */
export function rowInCells(row: Row, columns: readonly Extent[]): Row {
  const cells = columns.map((): Piece[] => []);
  for (const piece of row.segments.flatMap(({ pieces }) => pieces))
    for (const part of cutAtEdges(piece, columns))
      cells[columnOf(columns, { left: part.x, right: part.x + part.width })]!.push(part);
  const segments = cells
    .filter((pieces) => pieces.length > 0)
    .map((pieces) => {
      const extent = extentOf(pieces.map(({ x, width }) => ({ left: x, right: x + width })));
      return { ...extent, pieces: inReadingOrder(pieces.sort((a, b) => a.x - b.x)) };
    });
  return { ...row, segments };
}

function cutAtEdges(piece: Piece, columns: readonly Extent[]): Piece[] {
  const { text, x, width, size } = piece;
  const edge = columns.find(({ right }) => x < right - size && x + width > right + size)?.right;
  if (edge === undefined || piece.isRtl) return [piece];
  const wanted = ((edge - x) / width) * text.length;
  const blanks = Array.from(text.matchAll(/\s+/g), ({ index }) => index);
  const at = blanks.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
  if (at === undefined || Math.abs(at - wanted) > 3) return [piece];
  const first = { ...piece, text: text.slice(0, at), width: (width * at) / text.length };
  const rest = text.slice(at).trimStart();
  const share = rest.length / text.length;
  return [
    first,
    ...cutAtEdges({ ...piece, text: rest, x: x + width * (1 - share), width: width * share }, columns),
  ];
}
