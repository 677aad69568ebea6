import { type Box, type Matrix, transform } from './geometry.ts';

/** A part of a path that is drawn without lifting the pen, on the page. */
interface PathPart {
  readonly box: Box;
  /** It is that box: its sides are straight and upright. */
  readonly isBox: boolean;
  /** Around each of its lines and curves. */
  readonly segments: readonly Box[];
}

/** PDF.js's numbers for the steps of a path; each is followed by its points. */
const MOVE = 0;
const CLOSE = 4;
/** Points of each step, by number: moves, lines, curves of two kinds, ends. */
const POINTS = [1, 1, 3, 2, 0];
/** Sides of a box may lean by so much, in points. */
const LEAN = 0.01;

type Point = readonly [x: number, y: number];

/** The parts of a path under a matrix. */
export function partsOf(path: ArrayLike<number>, matrix: Matrix): PathPart[] {
  const parts: PathPart[] = [];
  let corners: Point[] = [];
  let segments: Box[] = [];
  let isStraight = true;
  const end = () => {
    if (segments.length > 0)
      parts.push({ box: aroundPoints(corners), isBox: isStraight && isUpright(corners), segments });
    [corners, segments, isStraight] = [corners.slice(0, 1), [], true];
  };
  for (let at = 0; at < path.length; ) {
    const step = path[at++]!;
    const points: Point[] = [];
    for (let left = POINTS[step] ?? 0; left > 0; left--, at += 2)
      points.push(transform(matrix, path[at]!, path[at + 1]!));
    if (step === MOVE) {
      end();
      corners = points;
    } else if (step === CLOSE) {
      if (corners.length > 2) segments.push(aroundPoints([corners.at(-1)!, corners[0]!]));
    } else {
      segments.push(aroundPoints([corners.at(-1) ?? points[0]!, ...points]));
      for (const point of points) corners.push(point);
      isStraight &&= points.length === 1;
    }
  }
  end();
  return parts;
}

/** Whether a path is one round: of curves alone, as rings are that stand before items. */
export function isRound(path: ArrayLike<number>): boolean {
  let [moves, curves] = [0, 0];
  for (let at = 0; at < path.length; ) {
    const step = path[at]!;
    if (step === MOVE) moves++;
    else if (POINTS[step]! > 1) curves++;
    else if (step !== CLOSE) return false;
    at += 1 + 2 * (POINTS[step] ?? 0);
  }
  return moves === 1 && curves > 1;
}

/** Whether corners are those of a box, in their order; the first one may come again at the end. */
function isUpright(corners: readonly Point[]): boolean {
  if (corners.length !== 4 && corners.length !== 5) return false;
  const [a, b, c, d, e = a] = corners as readonly [Point, Point, Point, Point, Point?];
  const isSame = (p: Point, q: Point, axis: 0 | 1) => Math.abs(p[axis] - q[axis]) <= LEAN;
  const turns = (first: 0 | 1, second: 0 | 1) =>
    isSame(a, b, first) && isSame(b, c, second) && isSame(c, d, first) && isSame(d, a, second);
  return isSame(e, a, 0) && isSame(e, a, 1) && (turns(0, 1) || turns(1, 0));
}

/** The box around points. */
function aroundPoints(points: Iterable<readonly [x: number, y: number]>): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return { left, bottom, right, top };
}
