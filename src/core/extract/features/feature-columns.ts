/** Columns whose memory is asked for at once: hundreds of small arrays cost more than what is written to them. */
const SLAB_COLUMNS = 64;

/** Features by column: one 16-bit integer per block, so that trees compare whole numbers only. */
export class FeatureColumns {
  readonly rows: number;
  readonly names: string[] = [];
  readonly columns: Int16Array[] = [];
  #slab = new Int16Array(0);
  #used = 0;

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds a column of zeros; its place in the model is the order of these calls. */
  add(name: string): Int16Array {
    if (this.#used === this.#slab.length) {
      this.#slab = new Int16Array(this.rows * SLAB_COLUMNS);
      this.#used = 0;
    }
    const column = this.#slab.subarray(this.#used, this.#used + this.rows);
    this.#used += this.rows;
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
