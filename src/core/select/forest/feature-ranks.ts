import { int32s } from '../../zeroed.ts';
import type { FeatureColumns } from '../features/feature-columns.ts';
import type { Forest } from './forest.ts';

/** Rows of a tile: what trees ask of it stays in the nearest caches. */
export const TILE_ROWS = 256;
/** The highest bit of each byte: set in every packed rank, so that no subtraction borrows from the byte above. */
export const GUARDS = 0x80808080 | 0;
/** Factor that repeats a byte in all bytes of a number. */
export const EACH_BYTE = 0x01010101;
/** Most thresholds of one feature: a rank is seven bits. */
const MAX_THRESHOLDS = 127;
/** Rows of pages whose tiles are remembered; a longer page would need as much memory again. */
const MAX_REMEMBERED_ROWS = 1 << 15;

/** Where a feature is looked up: its rank is how many of its thresholds are below its value. */
interface RankTable {
  readonly feature: number;
  readonly thresholds: readonly number[];
  /** Value of the first entry, and how far the last one is from it. Values beyond have the rank of the nearest. */
  readonly low: number;
  readonly span: number;
  readonly ranks: Uint8Array;
}

/** Ranks of features among all thresholds that some forests ask, so that a page is ranked once for all of them. */
export class FeatureRanks {
  /** In ascending order of features. */
  readonly tables: readonly RankTable[];
  readonly #slots: ReadonlyMap<number, number>;

  /** Throws a RangeError when one feature has more thresholds than a rank can tell. */
  constructor(forests: readonly Forest[]) {
    const asked = new Map<number, Set<number>>();
    for (const { features, thresholds } of forests)
      features.forEach((feature, at) => {
        const known = asked.get(feature) ?? new Set();
        asked.set(feature, known.add(thresholds[at]!));
      });
    const features = [...asked.keys()].sort((x, y) => x - y);
    this.tables = features.map((feature) => rankTable(feature, [...asked.get(feature)!]));
    this.#slots = new Map(features.map((feature, slot) => [feature, slot]));
  }

  /** Place of a feature among those that are ranked. */
  slotOf(feature: number): number {
    return this.#slots.get(feature)!;
  }

  /** Least rank of a value above a threshold of a feature. */
  rankAbove(feature: number, threshold: number): number {
    return this.tables[this.#slots.get(feature)!]!.thresholds.indexOf(threshold) + 1;
  }
}

/** The rows of a page as ranks, tile by tile, four to a number. Columns may be added between two tiles. */
export class RankedRows {
  readonly ranks: FeatureRanks;
  /** Numbers of a feature in a tile, four rows to each; those of slot k begin at k times as many. */
  readonly stride: number;
  readonly #columns: FeatureColumns;
  readonly #tiles: { readonly packed: Int32Array; filled: number }[] = [];

  constructor(ranks: FeatureRanks, columns: FeatureColumns) {
    this.ranks = ranks;
    this.stride = (Math.min(TILE_ROWS, columns.rows) + 3) >> 2;
    this.#columns = columns;
  }

  get count(): number {
    return this.#columns.rows;
  }

  /** Ranks of the rows from `number * TILE_ROWS` on, of all features that have a column; read it before the next one. */
  tile(number: number): Int32Array {
    const { tables } = this.ranks;
    const { columns, rows } = this.#columns;
    const slot = rows <= MAX_REMEMBERED_ROWS ? number : 0;
    this.#tiles[slot] ??= { packed: int32s(tables.length * this.stride), filled: 0 };
    const tile = this.#tiles[slot];
    if (rows > MAX_REMEMBERED_ROWS) tile.filled = 0;
    const from = number * TILE_ROWS;
    const to = Math.min(rows, from + TILE_ROWS);
    for (; tile.filled < tables.length; tile.filled++) {
      const table = tables[tile.filled]!;
      const column = columns[table.feature];
      if (column === undefined) break;
      const place = tile.filled * this.stride;
      if (typeof column === 'number')
        tile.packed.fill(GUARDS | (rankOf(table, column) * EACH_BYTE), place, place + this.stride);
      else pack(table, column, from, to, tile.packed, place);
    }
    return tile.packed;
  }
}

/** Packs the ranks of some rows, the guards set. What follows the last row is never read back. */
function pack(
  table: RankTable,
  column: Int16Array,
  from: number,
  to: number,
  packed: Int32Array,
  place: number,
): void {
  let at = place;
  let row = from;
  for (; row + 3 < to; row += 4)
    packed[at++] =
      GUARDS |
      rankOf(table, column[row]!) |
      (rankOf(table, column[row + 1]!) << 8) |
      (rankOf(table, column[row + 2]!) << 16) |
      (rankOf(table, column[row + 3]!) << 24);
  if (row < to) packed[at] = GUARDS;
  for (let shift = 0; row < to; row++, shift += 8) packed[at]! |= rankOf(table, column[row]!) << shift;
}

function rankOf({ low, span, ranks }: RankTable, value: number): number {
  const place = value - low;
  return ranks[place < 0 ? 0 : place > span ? span : place]!;
}

/** The table of a feature with these thresholds. */
function rankTable(feature: number, asked: readonly number[]): RankTable {
  const thresholds = asked.toSorted((x, y) => x - y);
  if (thresholds.length > MAX_THRESHOLDS)
    throw new RangeError(`Ask feature ${feature} for at most ${MAX_THRESHOLDS} thresholds`);
  const low = thresholds[0]!;
  const span = thresholds.at(-1)! - low + 1;
  const ranks = new Uint8Array(span + 1);
  thresholds.forEach((threshold, below) => {
    const next = thresholds[below + 1] ?? low + span;
    ranks.fill(below + 1, threshold - low + 1, next - low + 1);
  });
  return { feature, thresholds, low, span, ranks };
}
