import type { Pdf, PdfPage } from './open-pdf.ts';

/** A transformation of PDF (ISO 32000-1, 8.3.4): `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** `inner` applied first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** A point under a transformation. */
export function transform([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** A small filled shape, in page space: the bullet of a list that is drawn instead of written. */
export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Sides of a shape that may be a bullet, in points. */
const DOT_MIN = 1;
const DOT_MAX = 9;
const MAX_DOTS = 2000;

/**
 * Small round or square shapes of a page, from its drawing operators; also makes PDF.js tell the names of its fonts, and
 * counts what is shown in fonts that it cannot read. Null when the operators spend the budget of the PDF.
 */
export async function readDots(page: PdfPage, { ops, budget, loss }: Pdf): Promise<readonly Dot[] | null> {
  const reading = page.getOperatorList();
  // Where the budget ends first, the PDF is closed, which ends the reading.
  reading.catch(() => {});
  const list = await Promise.race([reading, budget.whenSpent]);
  if (list === undefined || budget.isSpent) return null;
  const { fnArray, argsArray } = list;
  const dots: Dot[] = [];
  const saved: { readonly matrix: Matrix; readonly font: string }[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let font = '';
  for (const [i, operator] of fnArray.entries()) {
    if (operator === ops.save) saved.push({ matrix, font });
    else if (operator === ops.restore) ({ matrix, font } = saved.pop() ?? { matrix, font });
    else if (operator === ops.transform) matrix = multiply(matrix, argsArray[i] as Matrix);
    else if (operator === ops.setFont) [font] = argsArray[i] as [string];
    else if (operator === ops.showText) loss.addShown(font);
    else if (operator === ops.constructPath && dots.length < MAX_DOTS) {
      const [paint, , box] = argsArray[i] as [number, unknown, ArrayLike<number> | null];
      const isFilled = [ops.fill, ops.eoFill, ops.fillStroke, ops.eoFillStroke].includes(paint);
      const dot = box && isFilled ? dotOf(box, matrix) : null;
      if (dot !== null) dots.push(dot);
    }
  }
  return dots;
}

function dotOf(box: ArrayLike<number>, [a, b, c, d, e, f]: Matrix): Dot | null {
  const [x0, y0, x1, y1] = [box[0]!, box[1]!, box[2]!, box[3]!];
  const width = Math.abs((x1 - x0) * a) + Math.abs((y1 - y0) * c);
  const height = Math.abs((x1 - x0) * b) + Math.abs((y1 - y0) * d);
  if (!(Math.min(width, height) >= DOT_MIN && Math.max(width, height) <= DOT_MAX)) return null;
  if (Math.max(width, height) > 1.4 * Math.min(width, height)) return null;
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return { x: a * mx + c * my + e, y: b * mx + d * my + f, size: Math.max(width, height) };
}
