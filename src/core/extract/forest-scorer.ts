import { type Forest, TREE_DEPTH } from './forest.ts';

const LEAVES = 1 << TREE_DEPTH;
/** Rows that are scored at a time, four to a whole number: their ranks stay in the nearest cache. */
const GROUPS = 64;
/** The highest bit of each byte: set in every packed rank, so that no subtraction borrows from the byte above. */
const GUARDS = 0x80808080 | 0;
const EACH_BYTE = 0x01010101;
/** Most thresholds of one feature: a rank is seven bits. */
const MAX_THRESHOLDS = 127;

/** Where a feature is looked up: its rank is how many of its thresholds are below its value. */
interface RankTable {
  readonly feature: number;
  /** Value of the first entry, and how far the last one is from it. Values beyond have the rank of the nearest. */
  readonly low: number;
  readonly span: number;
  readonly ranks: Uint8Array;
}

/**
 * Forests made ready to score rows: features become ranks among the thresholds that are asked, and one subtraction
 * answers a question for four rows. The same whole numbers as asking row by row.
 */
export class ForestScorer {
  readonly forests: readonly Forest[];
  readonly #tables: readonly RankTable[];
  /** Place of the feature of each level of each tree in `#packed`, and its threshold's rank in each byte. */
  readonly #places: Int32Array;
  readonly #asked: Int32Array;
  readonly #leaves: Int16Array;
  readonly #packed: Int32Array;
  readonly #sums = new Int32Array(4 * GROUPS);

  /** Throws a RangeError when one feature has more thresholds than a rank can tell. */
  constructor(forests: readonly Forest[]) {
    this.forests = forests;
    const questions = forests.flatMap(({ features, thresholds }) =>
      Array.from(features, (feature, at) => ({ feature, threshold: thresholds[at]! })),
    );
    const thresholds = new Map<number, number[]>();
    for (const { feature, threshold } of questions) {
      const known = thresholds.get(feature) ?? [];
      if (!known.includes(threshold)) known.push(threshold);
      thresholds.set(feature, known);
    }
    for (const known of thresholds.values()) known.sort((x, y) => x - y);
    this.#tables = Array.from(thresholds, ([feature, known]) => rankTable(feature, known));
    const place = new Map(Array.from(thresholds.keys(), (feature, at) => [feature, at * GROUPS]));
    this.#places = Int32Array.from(questions, ({ feature }) => place.get(feature)!);
    this.#asked = Int32Array.from(
      questions,
      ({ feature, threshold }) => (thresholds.get(feature)!.indexOf(threshold) + 1) * EACH_BYTE,
    );
    this.#leaves = Int16Array.from(forests.flatMap((forest) => [...forest.leaves]));
    this.#packed = new Int32Array(this.#tables.length * GROUPS);
  }

  /** Mean scores of the forests for all rows, in 1/1024 of a logit. */
  score(columns: readonly Int16Array[], rows: number): Int32Array {
    const scores = new Int32Array(rows);
    const count = Math.max(1, this.forests.length);
    const base = this.forests.reduce((sum, forest) => sum + forest.base, 0);
    for (let from = 0; from < rows; from += 4 * GROUPS) {
      const to = Math.min(rows, from + 4 * GROUPS);
      this.#pack(columns, from, to);
      this.#sums.fill(base);
      this.#addTrees((to - from + 3) >> 2);
      for (let row = from; row < to; row++) scores[row] = Math.trunc(this.#sums[row - from]! / count);
    }
    return scores;
  }

  /** Ranks of some rows, four to a number, the guards set. What follows the last row is never read back. */
  #pack(columns: readonly Int16Array[], from: number, to: number): void {
    const packed = this.#packed;
    let place = 0;
    for (const { feature, low, span, ranks } of this.#tables) {
      const column = columns[feature]!;
      const rank = (row: number): number => ranks[Math.min(Math.max(column[row]! - low, 0), span)]!;
      let at = place;
      let row = from;
      for (; row + 3 < to; row += 4)
        packed[at++] =
          GUARDS | rank(row) | (rank(row + 1) << 8) | (rank(row + 2) << 16) | (rank(row + 3) << 24);
      if (row < to) packed[at] = GUARDS;
      for (let shift = 0; row < to; row++, shift += 8) packed[at]! |= rank(row) << shift;
      place += GROUPS;
    }
  }

  /** Adds what every tree says of the packed rows. A guard that is left after the subtraction is a yes. */
  #addTrees(groups: number): void {
    const packed = this.#packed;
    const places = this.#places;
    const asked = this.#asked;
    const leaves = this.#leaves;
    const sums = this.#sums;
    for (let at = 0, first = 0; at < asked.length; at += TREE_DEPTH, first += LEAVES) {
      const [p0, p1, p2] = [places[at]!, places[at + 1]!, places[at + 2]!];
      const [p3, p4, p5] = [places[at + 3]!, places[at + 4]!, places[at + 5]!];
      const [a0, a1, a2] = [asked[at]!, asked[at + 1]!, asked[at + 2]!];
      const [a3, a4, a5] = [asked[at + 3]!, asked[at + 4]!, asked[at + 5]!];
      for (let group = 0, row = 0; group < groups; group++, row += 4) {
        const leaf =
          (((packed[p0 + group]! - a0) & GUARDS) >>> 2) |
          (((packed[p1 + group]! - a1) & GUARDS) >>> 3) |
          (((packed[p2 + group]! - a2) & GUARDS) >>> 4) |
          (((packed[p3 + group]! - a3) & GUARDS) >>> 5) |
          (((packed[p4 + group]! - a4) & GUARDS) >>> 6) |
          (((packed[p5 + group]! - a5) & GUARDS) >>> 7);
        sums[row]! += leaves[first + (leaf & 63)]!;
        sums[row + 1]! += leaves[first + ((leaf >>> 8) & 63)]!;
        sums[row + 2]! += leaves[first + ((leaf >>> 16) & 63)]!;
        sums[row + 3]! += leaves[first + (leaf >>> 24)]!;
      }
    }
  }
}

/** The table of a feature with these thresholds, in ascending order. */
function rankTable(feature: number, thresholds: readonly number[]): RankTable {
  if (thresholds.length > MAX_THRESHOLDS)
    throw new RangeError(`Ask feature ${feature} for at most ${MAX_THRESHOLDS} thresholds`);
  const low = thresholds[0]!;
  const span = thresholds.at(-1)! - low + 1;
  const ranks = new Uint8Array(span + 1);
  let rank = 0;
  for (let above = 0; above <= span; above++) {
    while (rank < thresholds.length && thresholds[rank]! < low + above) rank++;
    ranks[above] = rank;
  }
  return { feature, low, span, ranks };
}
