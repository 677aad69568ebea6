import type { FeatureColumns } from '../../src/core/select/features/feature-columns.ts';
import { generator } from './boost.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Blocks of a page that are trained on; longer pages are sampled. */
const MAX_ROWS_PER_PAGE = 350;

/** Rows of all training blocks: which page and block each is, its target and weight. */
export interface RowTable {
  readonly page: Int32Array;
  readonly block: Int32Array;
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

export function shared<T extends Int16Array | Float32Array | Int32Array>(
  Type: new (buffer: SharedArrayBuffer) => T,
  length: number,
): T {
  return new Type(
    new SharedArrayBuffer(length * (Type as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT),
  );
}

/** Chooses rows: blocks with a label, at most `MAX_ROWS_PER_PAGE` a page by weight-preserving sampling. */
export function makeRows(pages: readonly PreparedPage[]): RowTable {
  const page: number[] = [];
  const block: number[] = [];
  const target: number[] = [];
  const weight: number[] = [];
  const random = generator(20240607);
  pages.forEach((p, at) => {
    const known: number[] = [];
    p.weights.forEach((w, i) => {
      if (w > 0) known.push(i);
    });
    const mean = known.reduce((sum, i) => sum + p.weights[i]!, 0) / MAX_ROWS_PER_PAGE;
    for (const i of known) {
      const w = p.weights[i]!;
      const probability =
        known.length <= MAX_ROWS_PER_PAGE
          ? 1
          : Math.min(1, 0.3 * (MAX_ROWS_PER_PAGE / known.length) + (0.7 * w) / mean);
      if (random() >= probability) continue;
      page.push(at);
      block.push(i);
      target.push(p.labels[i]!);
      weight.push(w / probability);
    }
  });
  const out = {
    page: Int32Array.from(page),
    block: Int32Array.from(block),
    target: shared(Float32Array, target.length),
    weight: shared(Float32Array, target.length),
  };
  out.target.set(target);
  out.weight.set(weight);
  return out;
}

/** Shared columns of all rows, with the names of their features. */
export interface NamedColumns {
  readonly names: readonly string[];
  readonly columns: Int16Array[];
}

/** Gathers the rows of per-page feature tables into shared columns. */
export function gather(rows: RowTable, tables: readonly (FeatureColumns | null)[]): NamedColumns {
  const names = tables.find((table) => table !== null && table.columns.length > 0)?.names ?? [];
  const out = names.map(() => shared(Int16Array, rows.page.length));
  for (let r = 0; r < rows.page.length; r++) {
    const table = tables[rows.page[r]!];
    if (!table || table.columns.length === 0) continue;
    const block = rows.block[r]!;
    for (let f = 0; f < out.length; f++) out[f]![r] = table.valueAt(f, block);
  }
  return { names, columns: out };
}
