/** Features by column: one 16-bit integer per block, so that trees compare whole numbers only. */
export class FeatureColumns {
  readonly rows: number;
  readonly names: string[] = [];
  readonly columns: Int16Array[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds a column of zeros; its place in the model is the order of these calls. */
  add(name: string): Int16Array {
    const column = new Int16Array(this.rows);
    this.names.push(name);
    this.columns.push(column);
    return column;
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
