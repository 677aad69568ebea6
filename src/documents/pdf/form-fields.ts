import { boxAround, type Matrix } from './geometry.ts';
import type { Piece } from './piece.ts';

/** What PDF.js tells of the place of an annotation of a page; of a field of a form its value. */
export interface Annotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly unsafeUrl?: unknown;
  readonly password?: boolean;
  /** `Tx`: text, `Btn`: box or button, `Ch`: choice. */
  readonly fieldType?: string | null;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** Values of a box and of a button in a group that mean it is on. */
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[];
}

const TICKED = '☑';
const EMPTY = '☐';
/** Fields of a page, each of which is compared with all its pieces, and characters of all of them. */
const MAX_FIELDS = 1000;
const MAX_CHARACTERS = 100_000;
/** Size of letters in a field: a share of its height, and points; of several lines the latter. */
const SHARE_OF_HEIGHT = 0.7;
const MAX_SIZE = 12;
/** Sizes between a field and what stands before it on its line and names it. */
const MAX_LABEL_GAP = 10;
/** Height of capitals, as a share of the size. */
const CAPITALS = 0.7;

/** Pieces with what readers filled into the fields of a form: text, choices and ticks, behind the words that name them. */
export function withFields(
  pieces: readonly Piece[],
  annotations: readonly Annotation[],
  matrix: Matrix,
): Piece[] {
  const out = [...pieces];
  let left = MAX_CHARACTERS;
  for (const field of annotations.filter(({ subtype }) => subtype === 'Widget').slice(0, MAX_FIELDS)) {
    const lines = linesOf(field);
    left -= lines.join('').length;
    if (lines.length === 0 || field.rect === undefined || left < 0) continue;
    for (const piece of piecesOf(lines, field.rect, matrix)) out.push(besideLabel(piece, pieces));
  }
  return out;
}

/** The lines that a field shows; none of one that is empty, a password or a button to press. */
function linesOf(field: Annotation): readonly string[] {
  const { fieldType, fieldValue: value } = field;
  if (field.password) return [];
  if (field.checkBox || field.radioButton) {
    const isOn = value === (field.checkBox ? field.exportValue : field.buttonValue);
    return [isOn && value !== null && value !== 'Off' ? TICKED : EMPTY];
  }
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return [];
  const values = Array.isArray(value) ? value : [value];
  const shown = values.map(
    (one) => field.options?.find(({ exportValue }) => exportValue === one)?.displayValue ?? one,
  );
  return shown
    .filter((one) => typeof one === 'string')
    .flatMap((one) => one.split(/\r\n?|\n/))
    .filter((line) => line.trim() !== '');
}

function piecesOf(lines: readonly string[], rect: readonly number[], matrix: Matrix): Piece[] {
  const { left, right, bottom: top, top: bottom } = boxAround(rect, matrix);
  const height = bottom - top;
  const size = Math.min(MAX_SIZE, SHARE_OF_HEIGHT * height);
  if (!(size >= 1)) return [];
  const first = lines.length > 1 ? top + size : bottom - (height - CAPITALS * size) / 2;
  const style = { bold: false, italic: false, mono: false, isRtl: false, link: null, content: null };
  return lines.map((text, i) => ({
    ...style,
    text,
    x: left,
    y: first + i * 1.2 * size,
    width: Math.min(right - left, 0.5 * size * text.length),
    size,
  }));
}

/** The piece right behind the text before it on its line, which it takes the size and the base line of. */
function besideLabel(piece: Piece, pieces: readonly Piece[]): Piece {
  let label: Piece | null = null;
  for (const other of pieces) {
    const gap = piece.x - (other.x + other.width);
    if (Math.abs(other.y - piece.y) > 0.5 * piece.size || gap < 0 || gap > MAX_LABEL_GAP * piece.size)
      continue;
    if (label === null || other.x > label.x) label = other;
  }
  if (label === null) return piece;
  const { y, size } = label;
  return { ...piece, x: label.x + label.width + 0.3 * size, y, size };
}
