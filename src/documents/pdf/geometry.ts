/** A transformation of PDF (ISO 32000-1, 8.3.4): `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

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

/** Edges of something on a page, in points; `top` is the greater of the two. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The box around one that is transformed; its sides may come in any order. */
export function boxUnder(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const [a, b, c, d, e, f] = matrix;
  return {
    left: Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e,
    bottom: Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f,
    right: Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e,
    top: Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f,
  };
}

/** The box around one whose edges PDF.js tells, under a matrix. */
export function boxAround(edges: ArrayLike<number>, matrix: Matrix): Box {
  return boxUnder(matrix, edges[0]!, edges[1]!, edges[2]!, edges[3]!);
}

/** What two boxes have in common: one without sides where they are apart. */
export function overlapOf(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
}

/** Whether two boxes have nothing in common. */
export function areApart(a: Box, b: Box): boolean {
  return a.right < b.left || a.left > b.right || a.top < b.bottom || a.bottom > b.top;
}

/** A box that is larger on every side. */
export function widened({ left, bottom, right, top }: Box, by: number): Box {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}
