import { int16s } from '../../zeroed.ts';

/** Levels of containers that are described, each wider in words than the one below. */
export const LEVELS = 5;
/** Blocks on either side of one that are described together. */
export const WINDOWS = [3, 8, 20] as const;

/** Features by column: one 16-bit integer per block, so that trees compare whole numbers only. */
export class FeatureColumns {
  readonly names: string[] = [];
  /** A column of one value in all rows is that number. */
  readonly columns: (Int16Array | number)[] = [];

  constructor(readonly rows: number) {}

  /** Adds a column of zeros; its place in the model is the order of these calls. */
  add(name: string): Int16Array {
    const column = int16s(this.rows);
    this.names.push(name);
    this.columns.push(column);
    return column;
  }

  /** Adds a column of one value, clamped. */
  addConstant(name: string, value: number): void {
    this.names.push(name);
    this.columns.push(clamp(value));
  }

  /** Gives a row what the one before it has, in all columns from this place on. */
  repeatRow(row: number, place: number): void {
    for (let at = place; at < this.columns.length; at++) {
      const column = this.columns[at]!;
      if (typeof column !== 'number') column[row] = column[row - 1]!;
    }
  }

  /** Value of the feature at this place, of a row. */
  valueAt(place: number, row: number): number {
    const column = this.columns[place]!;
    return typeof column === 'number' ? column : column[row]!;
  }

  /** Appends all columns of another table with the same rows. */
  append(other: FeatureColumns): this {
    this.names.push(...other.names);
    this.columns.push(...other.columns);
    return this;
  }
}

/** Clamps to the range of a column. */
export function clamp(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : value | 0;
}

/** `part / whole` in 1/256; 0 for an empty whole. */
export function ratio(part: number, whole: number): number {
  return whole > 0 ? clamp((part * 256) / whole) : 0;
}
