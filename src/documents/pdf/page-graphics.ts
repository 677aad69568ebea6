import { Drawing, type Paint } from './drawing.ts';
import { boxAround, type Matrix } from './geometry.ts';
import { CHANGES } from './graphics-state.ts';
import type { Pdf, PdfPage } from './open-pdf.ts';
import { isRound } from './path-parts.ts';
import type { Glyphs, ShownFont } from './text-cursor.ts';

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
/** PDF.js's number for: annotations draw nothing. */
const NO_ANNOTATIONS = 0;

type Args = readonly unknown[];
type OperatorName = keyof Pdf['ops'];

/** What else than the graphics state operators change, by name. */
const ACTS: Partial<Record<OperatorName, (drawing: Drawing, args: Args) => void>> = {
  save: (drawing) => drawing.save(),
  restore: (drawing) => drawing.restore(),
  transform: (drawing, args) => drawing.transform(args as unknown as Matrix),
  clip: (drawing) => drawing.startClip(),
  eoClip: (drawing) => drawing.startClip(),
  showText: (drawing, [glyphs]) => drawing.showText(glyphs as Glyphs),
  shadingFill: (drawing) => drawing.paintShading(),
  paintFormXObjectBegin: (drawing, [matrix, edges]) =>
    drawing.beginForm(matrix as Matrix | null, edges as Float32Array | null),
  paintFormXObjectEnd: (drawing) => drawing.restore(),
  beginGroup: (drawing, [group]) => drawing.beginGroup(isMask(group)),
  endGroup: (drawing, [group]) => drawing.endGroup(isMask(group), isMaskFilled(group)),
  beginMarkedContent: (drawing) => drawing.beginMark(false, null),
  beginMarkedContentProps: (drawing, [tag, layer]) => drawing.beginMark(tag === 'OC', layer),
  endMarkedContent: (drawing) => drawing.endMark(),
  paintImageXObject: (drawing) => drawing.paintPicture(),
  paintInlineImageXObject: (drawing) => drawing.paintPicture(),
  paintImageMaskXObject: (drawing) => drawing.paintPicture(),
  paintSolidColorImageMask: (drawing) => drawing.paintPicture(),
};

/** How operators paint a path, by name. */
const PAINTS: Partial<Record<OperatorName, Paint>> = {
  fill: { fills: true, strokes: false },
  eoFill: { fills: true, strokes: false },
  stroke: { fills: false, strokes: true },
  closeStroke: { fills: false, strokes: true },
  fillStroke: { fills: true, strokes: true },
  eoFillStroke: { fills: true, strokes: true },
  closeFillStroke: { fills: true, strokes: true },
  closeEOFillStroke: { fills: true, strokes: true },
  endPath: { fills: false, strokes: false },
};

type Group =
  | { readonly smask?: { readonly backdrop?: unknown; readonly transferMap?: unknown } | null }
  | undefined;
const isMask = (group: unknown): boolean => Boolean((group as Group)?.smask);
const isMaskFilled = (group: unknown): boolean => {
  const { backdrop, transferMap } = (group as Group)?.smask ?? {};
  return Boolean(backdrop) || Boolean(transferMap);
};

/**
 * Small round or square shapes of a page, and its text as it is shown, from its drawing operators; also makes PDF.js tell the
 * names of its fonts, and counts what is shown in fonts that it cannot read. Null when the operators spend the budget of the PDF.
 */
export async function readGraphics(page: PdfPage, pdf: Pdf) {
  const { budget, loss, layers } = pdf;
  const reading = page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
  // Where the budget ends first, the PDF is closed, which ends the reading.
  reading.catch(() => {});
  const list = await Promise.race([reading, budget.whenSpent]);
  if (list === undefined || budget.isSpent) return null;
  const [left, bottom, right, top] = page.view as [number, number, number, number];
  const drawing = new Drawing({
    edges: { left, bottom, right, top },
    fontOf: (name) => fontOf(page, name),
    isShown: (layer) => layers.isVisible(layer),
    budget,
  });
  const dots: Dot[] = [];
  const { acts, changes, paints } = operatorsByNumber(pdf);
  for (const [i, operator] of list.fnArray.entries()) {
    const args = (list.argsArray[i] ?? []) as Args;
    const change = changes.get(operator);
    if (change !== undefined) Object.assign(drawing.state, change(args, drawing.state));
    acts.get(operator)?.(drawing, args);
    if (operator === pdf.ops.showText) loss.addShown(drawing.state.font);
    if (operator !== pdf.ops.constructPath) continue;
    const [number, [path], box] = args as unknown as [number, [Float32Array | null], Float32Array | null];
    const paint = paints.get(number);
    if (paint === undefined || path === null || box === null) continue;
    const isDrawn = paint.fills || (paint.strokes && isRound(path));
    const dot = isDrawn && dots.length < MAX_DOTS ? dotOf(box, drawing.state.matrix) : null;
    if (dot !== null) dots.push(dot);
    drawing.paintPath(paint, path, box);
    if (budget.isSpent) return null;
  }
  return { dots, shown: drawing.shown(), outside: drawing.outside, boxes: drawing.boxes };
}

/** The tables above by the numbers that PDF.js gives operators. */
function operatorsByNumber({ ops }: Pdf) {
  const byNumber = <T>(table: Readonly<Record<string, T>>): ReadonlyMap<number, T> =>
    new Map(Object.entries(table).map(([name, entry]) => [ops[name as OperatorName], entry]));
  return { acts: byNumber(ACTS), changes: byNumber(CHANGES), paints: byNumber(PAINTS) };
}

/** A font as PDF.js tells it; nothing of one that it cannot read, or that was never drawn with. */
export function fontOf(page: PdfPage, name: string): ShownFont {
  return page.commonObjs.has(name) ? ((page.commonObjs.get(name) as ShownFont | null) ?? {}) : {};
}

function dotOf(box: ArrayLike<number>, matrix: Matrix): Dot | null {
  const { left, bottom, right, top } = boxAround(box, matrix);
  const [width, height] = [right - left, top - bottom];
  if (!(Math.min(width, height) >= DOT_MIN && Math.max(width, height) <= DOT_MAX)) return null;
  if (Math.max(width, height) > 1.4 * Math.min(width, height)) return null;
  return { x: (left + right) / 2, y: (bottom + top) / 2, size: Math.max(width, height) };
}
