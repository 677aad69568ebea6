import { type Box, IDENTITY, type Matrix, multiply } from './geometry.ts';

/** A colour that is not known, as that of a pattern. */
export const UNKNOWN_COLOUR = -2;
/** What is painted with less opacity is not seen. */
export const UNSEEN_ALPHA = 0.03;

/** A graphics state (ISO 32000-2, 8.4), as far as it tells what is seen of text and of what lies under or over it. */
export interface GraphicsState {
  readonly matrix: Matrix;
  /** Nothing is painted outside of it. */
  readonly clip: Box;
  /** All of that box is painted on. */
  readonly isClipBox: boolean;
  /** Colours and opacities: of what is filled, and of lines. */
  readonly fill: number;
  readonly stroke: number;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** What is painted is mixed with what was there; only a part of it is painted; it belongs to a group of which that is so. */
  readonly isBlended: boolean;
  readonly isMasked: boolean;
  /** Nothing is painted in the mask that was set last. */
  readonly isMaskEmpty: boolean;
  readonly isVeiled: boolean;
  /** It belongs to a group that is not seen. */
  readonly isUnseen: boolean;
  readonly lineWidth: number;
  /** Of text (9.3), in units of text space. */
  readonly font: string;
  readonly size: number;
  readonly mode: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** 1 is the width of the font. */
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  readonly textMatrix: Matrix;
  readonly lineMatrix: Matrix;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The state at the start of a page. */
export function initialState(page: Box): GraphicsState {
  return {
    ...{ matrix: IDENTITY, clip: page, isClipBox: true },
    ...{ fill: 0, stroke: 0, fillAlpha: 1, strokeAlpha: 1 },
    ...{
      isBlended: false,
      isMasked: false,
      isMaskEmpty: false,
      isVeiled: false,
      isUnseen: false,
      lineWidth: 1,
    },
    ...{ font: '', size: 0, mode: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 },
    ...{ textMatrix: IDENTITY, lineMatrix: IDENTITY },
  };
}

type Args = readonly unknown[];
type Change = (args: Args, state: GraphicsState) => Partial<GraphicsState>;

const number =
  (name: keyof GraphicsState): Change =>
  ([value]) => ({ [name]: value });
const colour =
  (name: 'fill' | 'stroke'): Change =>
  ([value]) => ({ [name]: colourOf(value) });

/** What operators of PDF.js change in the state, by name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  setLineWidth: number('lineWidth'),
  setCharSpacing: number('charSpacing'),
  setWordSpacing: number('wordSpacing'),
  setHScale: ([percent]) => ({ scale: (percent as number) / 100 }),
  setLeading: number('leading'),
  setTextRise: number('rise'),
  setTextRenderingMode: number('mode'),
  setFont: ([font, size]) => ({ font: font as string, size: size as number }),
  beginText: () => ({ textMatrix: IDENTITY, lineMatrix: IDENTITY }),
  setTextMatrix: ([matrix]) => ({ textMatrix: matrix as Matrix, lineMatrix: matrix as Matrix }),
  moveText: ([x, y], state) => onLine(state, x as number, y as number),
  setLeadingMoveText: ([x, y], state) => ({
    ...onLine(state, x as number, y as number),
    leading: -(y as number),
  }),
  nextLine: (_, state) => onLine(state, 0, -state.leading),
  setFillRGBColor: colour('fill'),
  setFillColorN: colour('fill'),
  setFillTransparent: colour('fill'),
  setStrokeRGBColor: colour('stroke'),
  setStrokeColorN: colour('stroke'),
  setStrokeTransparent: colour('stroke'),
  setGState: ([entries], state) => ofDictionary(entries as readonly (readonly [string, unknown])[], state),
};

/** The start of a line that lies apart from that of the line before. */
function onLine({ lineMatrix }: GraphicsState, x: number, y: number): Partial<GraphicsState> {
  const matrix = multiply(lineMatrix, [1, 0, 0, 1, x, y]);
  return { textMatrix: matrix, lineMatrix: matrix };
}

/** RGB as one number of what PDF.js writes as in CSS. */
function colourOf(value: unknown): number {
  return typeof value === 'string' ? Number.parseInt(value.slice(1), 16) : UNKNOWN_COLOUR;
}

/** What a dictionary of parameters sets (8.4.5). */
function ofDictionary(
  entries: readonly (readonly [string, unknown])[],
  state: GraphicsState,
): Partial<GraphicsState> {
  const next: Partial<Mutable<GraphicsState>> = {};
  for (const [key, value] of entries) {
    if (key === 'ca') next.fillAlpha = Number(value);
    else if (key === 'CA') next.strokeAlpha = Number(value);
    else if (key === 'LW') next.lineWidth = Number(value);
    else if (key === 'BM') next.isBlended = value !== 'source-over';
    else if (key === 'SMask') next.isMasked = value !== false;
    else if (key === 'Font') Object.assign(next, CHANGES.setFont!(value as Args, state));
  }
  return next;
}

/** Whether what is painted takes the place of what was there. */
export function isPlain({ isBlended, isMasked, isVeiled }: GraphicsState): boolean {
  return !isBlended && !isMasked && !isVeiled;
}

/** What a group changes of the state for what is drawn in it (11.6.6). */
export function inGroup(state: GraphicsState): Partial<GraphicsState> {
  const isUnseen = state.isUnseen || state.fillAlpha < UNSEEN_ALPHA;
  const isVeiled = !isPlain(state) || state.fillAlpha < 1;
  return { isUnseen, isVeiled, isBlended: false, fillAlpha: 1, strokeAlpha: 1 };
}

/** Size in points, or width that is left of it, of letters that nobody reads. */
const UNREAD_SIZE = 1;

/** Whether letters are too small or too narrow to be read on the page. */
export function isSpeck({ matrix, textMatrix, size, scale }: GraphicsState): boolean {
  const [a, b, c, d] = multiply(matrix, textMatrix);
  return Math.abs(size) * Math.min(Math.hypot(a, b) * Math.abs(scale), Math.hypot(c, d)) <= UNREAD_SIZE;
}

/** Colours that letters are painted in (table 104); null where nothing is painted. */
export function letterColours({
  mode,
  fill,
  stroke,
  fillAlpha,
  strokeAlpha,
}: GraphicsState): number[] | null {
  const colours: number[] = [];
  if ([0, 2, 4, 6].includes(mode) && fillAlpha >= UNSEEN_ALPHA) colours.push(fill);
  if ([1, 2, 5, 6].includes(mode) && strokeAlpha >= UNSEEN_ALPHA) colours.push(stroke);
  return colours.length > 0 ? colours : null;
}
