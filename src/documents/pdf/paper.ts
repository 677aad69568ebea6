import { lookAlike } from '../colours.ts';
import type { Box } from './geometry.ts';

/** Sides of a cell in points, unless the page has more than `MAX_CELLS` of these. */
const CELL = 2;
const MAX_CELLS = 250_000;
/** A cell of several colours, or of one that is not known, which looks like none. */
const MIXED = -1;
const WHITE = 0xffffff;
/** Share of a cell that is not looked at. */
const ROUNDING = 0.01;
/** Places of a box that are looked at, along it and across. */
const PLACES = [0.02, 0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86, 0.98];
const LEVELS = [0.2, 0.8];

/**
 * What has been painted on a page, in cells: a cell has one colour all over, or it is mixed. White at first. Times are numbers
 * that grow.
 */
export class Paper {
  readonly #across: Axis;
  readonly #up: Axis;
  readonly #colours: Int32Array;
  /** When each was covered all over for the last time. */
  readonly #covered: Int32Array;
  readonly #pictured: Uint8Array;

  constructor({ left, bottom, right, top }: Box) {
    const [width, height] = [Math.max(1, right - left), Math.max(1, top - bottom)];
    const side = Math.max(CELL, Math.sqrt((width * height) / MAX_CELLS));
    this.#across = new Axis(left, width, side);
    this.#up = new Axis(bottom, height, side);
    const count = this.#across.count * this.#up.count;
    this.#colours = new Int32Array(count).fill(WHITE);
    this.#covered = new Int32Array(count).fill(-1);
    this.#pictured = new Uint8Array(count);
  }

  /** Covers a box with one colour. Gives the number of cells. */
  cover(box: Box, colour: number, time: number): number {
    const [left, right] = this.#across.touched(box.left, box.right);
    const [bottom, top] = this.#up.touched(box.bottom, box.top);
    const [inLeft, inRight] = this.#across.filled(box.left, box.right);
    const [inBottom, inTop] = this.#up.filled(box.bottom, box.top);
    for (let row = bottom; row < top; row++) {
      const at = row * this.#across.count;
      const isWhole = row >= inBottom && row < inTop && inLeft < inRight;
      const [from, to] = isWhole ? [inLeft, inRight] : [right, right];
      this.#mix(at + left, at + Math.min(from, right), colour);
      if (isWhole) {
        this.#colours.fill(colour, at + from, at + to);
        this.#covered.fill(time, at + from, at + to);
        this.#mix(at + to, at + right, colour);
      }
    }
    return Math.max(0, right - left) * Math.max(0, top - bottom);
  }

  /** Paints somewhere in a box, with one colour or with what is not known (null); `isPicture`: it may be one of text. */
  touch(box: Box, colour: number | null, isPicture: boolean): number {
    const [left, right] = this.#across.touched(box.left, box.right);
    const [bottom, top] = this.#up.touched(box.bottom, box.top);
    for (let row = bottom; row < top; row++) {
      const at = row * this.#across.count;
      this.#mix(at + left, at + right, colour ?? MIXED);
      if (isPicture) this.#pictured.fill(1, at + left, at + right);
    }
    return Math.max(0, right - left) * Math.max(0, top - bottom);
  }

  /** Whether all of a box has a colour. */
  isColoured(box: Box, colour: number): boolean {
    return this.#every(box, (cell) => lookAlike(this.#colours[cell]!, colour));
  }

  /** Whether all of a box was covered after some time. */
  isCoveredSince(box: Box, time: number): boolean {
    return this.#every(box, (cell) => this.#covered[cell]! > time);
  }

  /** Whether a box has nothing that may be a picture of text. */
  isUnpictured(box: Box): boolean {
    return this.#every(box, (cell) => this.#pictured[cell] === 0);
  }

  #mix(from: number, to: number, colour: number): void {
    for (let cell = from; cell < to; cell++) if (this.#colours[cell] !== colour) this.#colours[cell] = MIXED;
  }

  /** Whether something holds of every cell that is looked at; of one at least. */
  #every({ left, bottom, right, top }: Box, holds: (cell: number) => boolean): boolean {
    let isOnPage = false;
    for (const place of PLACES) {
      const column = this.#across.cellAt(left + place * (right - left));
      if (column === null) continue;
      for (const level of LEVELS) {
        const row = this.#up.cellAt(bottom + level * (top - bottom));
        if (row === null) continue;
        if (!holds(row * this.#across.count + column)) return false;
        isOnPage = true;
      }
    }
    return isOnPage;
  }
}

/** Cells along one side of a page. */
class Axis {
  readonly #origin: number;
  readonly #length: number;
  readonly #side: number;
  readonly count: number;

  constructor(origin: number, length: number, side: number) {
    this.#origin = origin;
    this.#length = length;
    this.#side = side;
    this.count = Math.ceil(length / side);
  }

  /** The cell of a place; null beside the page. */
  cellAt(place: number): number | null {
    const cell = Math.floor((place - this.#origin) / this.#side);
    return cell >= 0 && cell < this.count ? cell : null;
  }

  /** Cells that the side of a box touches, the last one excluded. */
  touched(from: number, to: number): [number, number] {
    const first = Math.floor((from - this.#origin) / this.#side);
    return [Math.max(0, first), Math.min(this.count, Math.ceil((to - this.#origin) / this.#side))];
  }

  /** Cells that it covers from end to end; what lies past the edge of the page does not matter. */
  filled(from: number, to: number): [number, number] {
    const first = Math.ceil((from - this.#origin) / this.#side - ROUNDING);
    const isToEdge = to - this.#origin >= this.#length - ROUNDING;
    const past = isToEdge ? this.count : Math.floor((to - this.#origin) / this.#side + ROUNDING);
    return [Math.max(0, first), past];
  }
}
