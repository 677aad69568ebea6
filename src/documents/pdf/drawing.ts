import {
  areApart,
  type Box,
  boxAround,
  boxUnder,
  type Matrix,
  multiply,
  overlapOf,
  widened,
} from './geometry.ts';
import {
  type GraphicsState,
  inGroup,
  initialState,
  isPlain,
  isSpeck,
  letterColours,
  type Mutable,
  UNKNOWN_COLOUR,
  UNSEEN_ALPHA,
} from './graphics-state.ts';
import { type SpacedText, SpelledWords } from './letter-spacing.ts';
import type { OperatorBudget } from './operator-budget.ts';
import { Paper } from './paper.ts';
import { partsOf } from './path-parts.ts';
import { type Glyphs, type ShownFont, showGlyphs, type TextShown } from './text-cursor.ts';

/** Text that an operator shows, and whether nobody sees it. */
export interface Shown extends Readonly<SpacedText> {
  readonly isHidden: boolean;
}

/** Text of which the end of the page tells whether it is seen. */
interface Letters extends SpacedText {
  readonly box: Box;
  readonly time: number;
  /**
   * Without paint, it may be the text of a picture that lies under it; as a clip, it is seen by what is painted through it; signs are seen
   * wherever they stand.
   */
  readonly look: 'painted' | 'sign' | 'clip' | 'unpainted' | 'hidden';
}

/** What a drawing has to know of its page. */
interface PageFacts {
  readonly edges: Box;
  fontOf(name: string): ShownFont;
  /** Whether a layer (optional content) is shown by default. */
  isShown(layer: unknown): boolean;
  /** What cells of paper that are painted cost. */
  readonly budget: OperatorBudget;
}

/** How a path is painted. */
export interface Paint {
  readonly fills: boolean;
  readonly strokes: boolean;
}

/** Half of the thinnest line that is seen, in points. */
const HALF_LINE = 0.5;
/** Straight lines lean by less, in points. */
const LEAN = 0.5;
/** Boxes and lines of a page that are kept. */
const MAX_BOXES = 20_000;
const WHITE = 0xffffff;

/** Draws a page without pixels: what is painted where, and in which order, as far as it tells whether text is seen. */
export class Drawing {
  readonly #page: PageFacts;
  readonly #paper: Paper;
  readonly #letters: Letters[] = [];
  readonly #spelled = new SpelledWords();
  /** Text beside the page. */
  readonly outside: string[] = [];
  /** Boxes that are filled, and those around straight lines. */
  readonly boxes: Box[] = [];
  readonly #saved: GraphicsState[] = [];
  readonly state: Mutable<GraphicsState>;
  /** Whether each of the marks that are open hides what is in it, and how many do. */
  readonly #marks: boolean[] = [];
  #hiding = 0;
  /** Groups that are open and only mask something. */
  #masks = 0;
  /** Nothing was painted in the last of them. */
  #isMaskEmpty = false;
  #isClipping = false;
  /** Grows with all that is painted. */
  #time = 0;
  /** When the matrix was set that a picture may be painted by; -1 for none. */
  #placed = -1;

  constructor(page: PageFacts) {
    this.#page = page;
    this.#paper = new Paper(page.edges);
    this.state = initialState(page.edges);
  }

  save(): void {
    this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.#settlePicture();
    Object.assign(this.state, this.#saved.pop());
  }

  transform(matrix: Matrix): void {
    this.#settlePicture();
    this.state.matrix = multiply(this.state.matrix, matrix);
    this.#placed = this.#time;
  }

  /** The next path is a clip. */
  startClip(): void {
    this.#isClipping = true;
  }

  beginForm(matrix: Matrix | null, edges: ArrayLike<number> | null): void {
    this.save();
    if (matrix !== null) this.transform(matrix);
    if (edges === null) return;
    const own = this.state.matrix;
    this.#clip(boxAround(edges, own), own[1] === 0 && own[2] === 0);
  }

  beginGroup(isMask: boolean): void {
    this.save();
    if (isMask) {
      this.#masks++;
      this.#isMaskEmpty = true;
    }
    Object.assign(this.state, inGroup(this.state));
  }

  /** `isMaskFilled`: a mask lets through where nothing was painted in it. */
  endGroup(isMask: boolean, isMaskFilled: boolean): void {
    if (isMask) this.#masks--;
    this.restore();
    if (isMask) this.state.isMaskEmpty = this.#isMaskEmpty && !isMaskFilled;
  }

  beginMark(isLayer: boolean, layer: unknown): void {
    const hides = isLayer && !this.#page.isShown(layer);
    this.#marks.push(hides);
    if (hides) this.#hiding++;
  }

  endMark(): void {
    if (this.#marks.pop() === true) this.#hiding--;
  }

  /** Paints a picture, of which nothing is known but its place. */
  paintPicture(): void {
    this.#touch(boxUnder(this.state.matrix, 0, 0, 1, 1), UNKNOWN_COLOUR, this.state.fillAlpha, true);
  }

  paintShading(): void {
    this.#touch(this.state.clip, UNKNOWN_COLOUR, this.state.fillAlpha, false);
  }

  paintPath({ fills, strokes }: Paint, path: ArrayLike<number>, edges: ArrayLike<number>): void {
    const { stroke, strokeAlpha, matrix, lineWidth } = this.state;
    const parts = fills || strokes || this.#isClipping ? partsOf(path, matrix) : [];
    const isBox = parts.length === 1 && parts[0]!.isBox;
    if (fills) for (const { box } of parts) this.#fill(box, isBox);
    if (fills && this.state.fill !== WHITE)
      for (const { box, isBox } of parts) if (isBox) this.#addBox(box, this.state.fillAlpha);
    const half = Math.max(HALF_LINE, (lineWidth * Math.hypot(matrix[0], matrix[1])) / 2);
    if (strokes)
      for (const { segments } of parts)
        for (const box of segments) {
          this.#touch(widened(box, half), stroke, strokeAlpha, false);
          if (box.right - box.left < LEAN || box.top - box.bottom < LEAN) this.#addBox(box, strokeAlpha);
        }
    if (this.#isClipping) this.#clip(boxAround(edges, matrix), isBox);
    this.#isClipping = false;
  }

  showText(glyphs: Glyphs): void {
    const font = this.#page.fontOf(this.state.font);
    const { isType3Font = false } = font;
    const shown = showGlyphs(glyphs, this.state, font, this.#page.edges);
    this.state.textMatrix = shown.matrix;
    this.#time++;
    // Text of a mask is read by nobody.
    this.#isMaskEmpty = false;
    if (this.#masks > 0) return;
    if (shown.outside.trim() !== '') this.outside.push(shown.outside.trim());
    const { chars, spaced } = shown;
    if (chars === '') {
      this.#spell(null, glyphs, shown);
      return;
    }
    // Signs may reach far from their line.
    const isSign = isType3Font || !/[\p{L}\p{N}]/u.test(chars);
    const look = this.#lookOf(shown, isSign, isType3Font);
    const letters = { chars, spaced, before: null, box: shown.boxOf('letters'), time: this.#time, look };
    this.#letters.push(letters);
    this.#spell(letters, glyphs, shown);
    if (look === 'unpainted' || look === 'hidden') return;
    // Other text may stand on a sign, such as a number on a bullet, which some fonts have in the place of a letter.
    if (isSign || chars.length === 1)
      this.#touch(shown.boxOf('signs'), isType3Font ? UNKNOWN_COLOUR : this.state.fill, 1, isType3Font);
  }

  /** Looks at what an operator shows alone; `letters` is null for a blank. */
  #spell(letters: Letters | null, { length }: Glyphs, { lineOf }: TextShown): void {
    if (length === 1) this.#spelled.add(letters, lineOf());
    else this.#spelled.end();
  }

  /** What the page shows at last. */
  shown(): Shown[] {
    this.#settlePicture();
    this.#spelled.end();
    return this.#letters.map(({ chars, spaced, before, box, time, look }) => ({
      chars,
      spaced,
      before,
      isHidden:
        look === 'hidden' ||
        (look === 'clip' && this.#paper.isColoured(box, WHITE)) ||
        (look !== 'sign' &&
          look !== 'clip' &&
          this.#paper.isUnpictured(box) &&
          (look === 'unpainted' || this.#paper.isCoveredSince(box, time))),
    }));
  }

  #lookOf({ boxOf }: TextShown, isSign: boolean, hasOwnPaint: boolean): Letters['look'] {
    if (this.#hiding > 0) return 'hidden';
    if (this.state.isUnseen || (this.state.isMasked && this.state.isMaskEmpty)) return 'unpainted';
    if (this.state.mode === 7 && !hasOwnPaint) return 'clip';
    const paints = hasOwnPaint ? [] : letterColours(this.state);
    if (paints === null) return 'unpainted';
    if (isSign) return 'sign';
    if (!hasOwnPaint && isSpeck(this.state)) return 'hidden';
    if (areApart(boxOf('strayLetters'), this.state.clip)) return 'hidden';
    const box = boxOf('letters');
    const isLost = paints.length > 0 && paints.every((colour) => this.#paper.isColoured(box, colour));
    return isLost && isPlain(this.state) ? 'hidden' : 'painted';
  }

  /** Fills a part of a path: all of its box where that is its shape, else somewhere in it. */
  #fill(box: Box, isWhole: boolean): void {
    const { fill, fillAlpha, isClipBox, clip } = this.state;
    this.#isMaskEmpty = false;
    const isSolid = isPlain(this.state) && fillAlpha === 1 && isClipBox && fill >= 0;
    if (!isWhole || !isSolid) this.#touch(box, fill, fillAlpha, !isWhole);
    else if (this.#isPainting)
      this.#page.budget.spendCells(this.#paper.cover(overlapOf(box, clip), fill, ++this.#time));
  }

  #addBox(box: Box, alpha: number): void {
    if (this.#isPainting && alpha >= UNSEEN_ALPHA && this.boxes.length < MAX_BOXES)
      this.boxes.push(overlapOf(box, this.state.clip));
  }

  #touch(box: Box, colour: number, alpha: number, isPicture: boolean): void {
    const { clip, isBlended, isMasked } = this.state;
    this.#time++;
    this.#isMaskEmpty = false;
    if (!this.#isPainting || alpha < UNSEEN_ALPHA) return;
    const known = isBlended || isMasked || colour < 0 ? null : colour;
    // What is painted through a mask may be letters: those of a heading in the colours of a gradient.
    this.#page.budget.spendCells(this.#paper.touch(overlapOf(box, clip), known, isPicture || isMasked));
  }

  /** What is drawn is seen on the page. */
  get #isPainting(): boolean {
    return this.#hiding === 0 && this.#masks === 0 && !this.state.isUnseen && !this.#page.budget.isSpent;
  }

  #clip(box: Box, isBox: boolean): void {
    const { clip, isClipBox } = this.state;
    Object.assign(this.state, { clip: overlapOf(clip, box), isClipBox: isClipBox && isBox });
  }

  /** PDF.js leaves pictures out: one may stand where a matrix was set and nothing painted by it. */
  #settlePicture(): void {
    if (this.#placed === this.#time) this.paintPicture();
    this.#placed = -1;
  }
}
