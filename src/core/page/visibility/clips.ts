import { isOutOfFlow, type Value } from './boxes.ts';
import { functionsOf, numberOf } from './lengths.ts';

/** A pixel or less: nobody sees such a box, or what is left of one. */
export const SPECK = 1;

/** `clip` is for boxes out of the flow alone (CSS Masking, 8.1). */
export function isClipped(value: Value): boolean {
  const number = (arg: string | undefined): number | null => numberOf(arg ?? '', 1000);
  const spans = (from: string | undefined, to: string | undefined): boolean => {
    const [a, b] = [number(from), number(to)];
    return a === null || b === null || b - a > SPECK;
  };
  const [clip] = functionsOf(value('clip'));
  if (clip?.name === 'rect' && clip.args.length === 4 && isOutOfFlow(value)) {
    const [top, right, bottom, left] = clip.args;
    if (!spans(top, bottom) || !spans(left, right)) return true;
  }
  const [path] = functionsOf(value('clip-path'));
  if (path === undefined) return false;
  const args = path.args.slice(0, path.args.findIndex((arg) => arg === 'round' || arg === 'at') >>> 0);
  switch (path.name) {
    case 'inset': {
      const [top, right = top, bottom = top, left = right] = args;
      const isGone = (a: string | undefined, b: string | undefined) =>
        (number(a) ?? 0) + (number(b) ?? 0) >= 1000;
      return isGone(top, bottom) || isGone(left, right);
    }
    case 'circle':
    case 'ellipse':
      return args.some((arg) => (number(arg) ?? 2) <= SPECK);
    case 'rect':
      return !spans(args[0], args[2]) || !spans(args[3], args[1]);
    case 'xywh':
      return args.slice(2).some((arg) => (number(arg) ?? 2) <= SPECK);
    case 'polygon':
      return isOfNoArea(path.args.map((point) => point.split(' ').slice(-2).map(number)));
    case 'path':
    case 'shape':
      return (path.args.join(' ').match(/\d+/g) ?? []).length <= 4;
    default:
      return false;
  }
}

/** Whether the corners of a polygon lie on one line, or all outside of its box. */
function isOfNoArea(points: readonly (readonly (number | null)[])[]): boolean {
  return [0, 1].some((axis) => {
    const places = points.map((point) => point[axis] ?? null);
    if (places.some((place) => place === null)) return false;
    const [least, most] = [Math.min(...(places as number[])), Math.max(...(places as number[]))];
    return most - least <= SPECK || most <= 0;
  });
}
