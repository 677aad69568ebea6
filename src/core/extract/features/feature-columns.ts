/** Columns whose memory is asked for at once: hundreds of small arrays cost more than what is written to them. */
const SLAB_COLUMNS = 64;

/** Features by column: one 16-bit integer per block, so that trees compare whole numbers only. */
export class FeatureColumns {
  readonly rows: number;
  readonly names: string[] = [];
  readonly columns: Int16Array[] = [];
  /** Places of the columns that have one value in all rows. */
  readonly constants = new Set<number>();
  #slab = new ArrayBuffer(0);
  #used = 0;

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds a column of zeros; its place in the model is the order of these calls. */
  add(name: string): Int16Array {
    if (this.#used === this.#slab.byteLength) {
      this.#slab = new ArrayBuffer(this.rows * SLAB_COLUMNS * Int16Array.BYTES_PER_ELEMENT);
      this.#used = 0;
    }
    const column = new Int16Array(this.#slab, this.#used, this.rows);
    this.#used += column.byteLength;
    this.names.push(name);
    this.columns.push(column);
    return column;
  }

  /** Adds a column of one value, clamped. */
  addConstant(name: string, value: number): void {
    this.constants.add(this.columns.length);
    this.add(name).fill(clamp(value));
  }

  /** Appends all columns of another table with the same rows. */
  append(other: FeatureColumns): this {
    for (const place of other.constants) this.constants.add(this.columns.length + place);
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
