import { type Box, boxUnder, type Matrix } from './geometry.ts';

/** A straight line: how far down or to the right it lies, and from where to where it goes. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Lines of a page, level and upright ones, edges of filled boxes among them. */
export interface Rules {
  readonly level: readonly Rule[];
  readonly upright: readonly Rule[];
}

/** Thickest box that is a line, and shortest line, in points. */
const THICK = 3;
const SHORT = 8;
/** Lines closer than this are one, in points: cells of tables may have borders of their own. */
export const NEAR = 3;
/** Lines of one direction, past which a page is a drawing and no table. */
const MAX_LINES = 500;

/** The lines that boxes on a page are, or have around them, under a matrix. */
export function rulesOf(boxes: readonly Box[], matrix: Matrix): Rules {
  const level: Rule[] = [];
  const upright: Rule[] = [];
  for (const box of boxes) {
    const { left, right, bottom, top } = boxUnder(matrix, box.left, box.bottom, box.right, box.top);
    const [isLow, isNarrow] = [top - bottom <= THICK, right - left <= THICK];
    const across = isLow ? [(bottom + top) / 2] : isNarrow ? [] : [bottom, top];
    const down = isNarrow ? [(left + right) / 2] : isLow ? [] : [left, right];
    if (right - left >= SHORT) for (const at of across) level.push({ at, from: left, to: right });
    if (top - bottom >= SHORT) for (const at of down) upright.push({ at, from: bottom, to: top });
  }
  const rules = { level: joined(level), upright: joined(upright) };
  const isDrawing = rules.level.length > MAX_LINES || rules.upright.length > MAX_LINES;
  return isDrawing ? { level: [], upright: [] } : rules;
}

/** Lines with those that go on with them, or lie beside them, as one. */
function joined(rules: readonly Rule[]): Rule[] {
  const out: { readonly at: number; readonly from: number; to: number }[] = [];
  for (const beside of clusters(rules)) {
    const at = (beside[0]!.at + beside.at(-1)!.at) / 2;
    const begun = out.length;
    for (const { from, to } of beside.sort((a, b) => a.from - b.from)) {
      const last = out[out.length - 1];
      if (last !== undefined && out.length > begun && from <= last.to + NEAR) last.to = Math.max(last.to, to);
      else out.push({ at, from, to });
    }
  }
  return out;
}

/** Lines by where they lie, those that are near each other together. */
function clusters(rules: readonly Rule[]): Rule[][] {
  const out: Rule[][] = [];
  for (const rule of [...rules].sort((a, b) => a.at - b.at)) {
    const last = out.at(-1);
    if (last !== undefined && rule.at - last[0]!.at <= NEAR) last.push(rule);
    else out.push([rule]);
  }
  return out;
}
