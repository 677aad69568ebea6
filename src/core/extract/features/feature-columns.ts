import { int16s } from '../../zeroed.ts';

/** Features by column: one 16-bit integer per block, so that trees compare whole numbers only. */
export class FeatureColumns {
  readonly rows: number;
  readonly names: string[] = [];
  readonly columns: Int16Array[] = [];
  /** By place of a column: whether it has one value in all rows. */
  readonly constant: boolean[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds a column of zeros; its place in the model is the order of these calls. */
  add(name: string): Int16Array {
    const column = int16s(this.rows);
    this.names.push(name);
    this.columns.push(column);
    this.constant.push(false);
    return column;
  }

  /** Adds a column of one value, clamped. */
  addConstant(name: string, value: number): void {
    this.add(name).fill(clamp(value));
    this.constant[this.constant.length - 1] = true;
  }

  /** Appends all columns of another table with the same rows. */
  append(other: FeatureColumns): this {
    this.names.push(...other.names);
    this.columns.push(...other.columns);
    this.constant.push(...other.constant);
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
