import { inReadingOrder } from './logical-order.ts';
import { extentOf, type PageText, type Piece, type Row, type Segment } from './piece.ts';

/** A gap of this many times the size of the text parts two segments: the narrowest gutter of columns is wider. */
const SEGMENT_GAP = 0.75;

/** Pieces of one line that a script is compared with, the last ones: a line of a page has fewer, one of a plot may have more. */
const MAX_COMPARED = 1000;

/** Pieces on one base line; `main` is the longest of the largest size. */
interface Line {
  readonly pieces: Piece[];
  main: Piece;
}

/** The rows of a page from top to bottom: pieces on one base line, scripts above and below it included. */
export function rowsOf({ number, pieces }: Pick<PageText, 'number' | 'pieces'>): Row[] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x - b.x);
  const lines: Line[] = [];
  for (const piece of sorted) {
    const line = findLine(lines, piece);
    if (line === null) lines.push({ pieces: [piece], main: piece });
    else {
      line.pieces.push(piece);
      if (weightOf(piece) > weightOf(line.main)) line.main = piece;
    }
  }
  settleScripts(lines);
  return lines
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ pieces }) => toRow(number, pieces))
    .sort((a, b) => a.y - b.y || a.left - b.left);
}

/** Sizes of which the smaller may be that of a script, as browsers and TeX set them: 0.83 and 0.7 times the larger. */
export const SCRIPT_SIZE = 0.86;
/** Base lines of a script and of its text are no further apart than this many sizes. */
const SCRIPT_RAISE = 0.45;

/** Scripts that stand higher than their text, and were read before it, move to its line. */
function settleScripts(lines: readonly Line[]): void {
  for (const [i, { pieces, main }] of lines.entries()) {
    for (const below of lines.slice(i + 1, i + 3)) {
      if (main.size > SCRIPT_SIZE * below.main.size) continue;
      if (below.main.y - main.y > SCRIPT_RAISE * below.main.size) continue;
      const text = [...below.pieces];
      for (const piece of pieces.splice(0)) (touches(text, piece) ? below.pieces : pieces).push(piece);
    }
  }
}

/** The line, among the last few, that a piece stands on. */
function findLine(lines: readonly Line[], piece: Piece): Line | null {
  for (let i = lines.length - 1; i >= Math.max(0, lines.length - 6); i--) {
    const { main, pieces } = lines[i]!;
    const [size, most] = [Math.min(main.size, piece.size), Math.max(main.size, piece.size)];
    const gap = Math.abs(main.y - piece.y);
    if (size >= 0.8 * most && gap <= 0.25 * main.size) return lines[i]!;
    if (size <= SCRIPT_SIZE * most && gap <= SCRIPT_RAISE * most && touches(pieces, piece)) return lines[i]!;
  }
  return null;
}

/** A script stands close to the text that it belongs to. */
function touches(line: readonly Piece[], piece: Piece): boolean {
  return line.slice(-MAX_COMPARED).some((other) => {
    const gap = Math.max(piece.x - (other.x + other.width), other.x - (piece.x + piece.width));
    return gap < 0.5 * Math.max(piece.size, other.size);
  });
}

/** The longest piece of the largest size. */
function mainOf(pieces: readonly Piece[]): Piece {
  return pieces.reduce((main, piece) => (weightOf(piece) > weightOf(main) ? piece : main));
}

function weightOf({ size, text }: Piece): number {
  return size * Math.min(text.length, 12);
}

function toRow(page: number, line: Piece[]): Row {
  line.sort((a, b) => a.x - b.x);
  const { size, y } = mainOf(line);
  const segments = segmentsOf(line, size);
  return { page, segments, ...extentOf(segments), y, size };
}

function segmentsOf(line: readonly Piece[], size: number): Segment[] {
  const segments: { pieces: Piece[]; left: number; right: number }[] = [];
  /** Where each text of the last segment was drawn last. */
  const drawn = new Map<string, number>();
  for (const piece of line) {
    const last = segments.at(-1);
    const right = piece.x + piece.width;
    if (last !== undefined && piece.x - last.right <= SEGMENT_GAP * size) {
      if (isShadow(piece, drawn.get(piece.text))) continue;
      last.pieces.push(piece);
      last.right = Math.max(last.right, right);
    } else {
      drawn.clear();
      segments.push({ pieces: [piece], left: piece.x, right });
    }
    drawn.set(piece.text, piece.x);
  }
  return segments.map((segment) => ({ ...segment, pieces: inReadingOrder(segment.pieces) }));
}

/** Some makers draw a text twice, a little apart, for a bolder look. */
function isShadow({ text, x, size }: Piece, drawnAt: number | undefined): boolean {
  return drawnAt !== undefined && x - drawnAt < 0.2 * size && text !== ' ';
}

/** A row of some of the segments of another one. */
export function partOfRow(row: Row, segments: readonly Segment[]): Row {
  return { ...row, segments, ...extentOf(segments) };
}
