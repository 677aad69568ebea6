import { FeatureRanks, GUARDS, type RankedRows, TILE_ROWS } from './feature-ranks.ts';
import { type Forest, TREE_DEPTH } from './forest.ts';

const LEAVES = 1 << TREE_DEPTH;
const EACH_BYTE = 0x01010101;

/**
 * Forests made ready to score rows: one subtraction of ranks answers a question for four rows. The same whole numbers as
 * asking row by row.
 */
export class ForestScorer {
  readonly forests: readonly Forest[];
  readonly ranks: FeatureRanks;
  /** Place of the feature of each level of each tree in a tile, and its threshold's rank in each byte. */
  readonly #places: Int32Array;
  readonly #asked: Int32Array;
  readonly #leaves: Int16Array;
  readonly #sums = new Int32Array(TILE_ROWS);

  /** `ranks` tells the thresholds of these forests, and may tell those of others. */
  constructor(forests: readonly Forest[], ranks = new FeatureRanks(forests)) {
    this.forests = forests;
    this.ranks = ranks;
    const features = forests.flatMap((forest) => [...forest.features]);
    const thresholds = forests.flatMap((forest) => [...forest.thresholds]);
    this.#places = Int32Array.from(features, (feature) => ranks.placeOf(feature));
    this.#asked = Int32Array.from(
      features,
      (feature, at) => ranks.rankAbove(feature, thresholds[at]!) * EACH_BYTE,
    );
    this.#leaves = Int16Array.from(forests.flatMap((forest) => [...forest.leaves]));
  }

  /** Mean scores of the forests for all rows, in 1/1024 of a logit. Throws a TypeError for rows that others rank. */
  score(rows: RankedRows): Int32Array {
    if (rows.ranks !== this.ranks)
      throw new TypeError('Rank the rows by the ranks of the forests that score them');
    const scores = new Int32Array(rows.count);
    const count = Math.max(1, this.forests.length);
    const base = this.forests.reduce((sum, forest) => sum + forest.base, 0);
    for (let from = 0; from < rows.count; from += TILE_ROWS) {
      const to = Math.min(rows.count, from + TILE_ROWS);
      this.#sums.fill(base);
      this.#addTrees(rows.tile(from / TILE_ROWS), (to - from + 3) >> 2);
      for (let row = from; row < to; row++) scores[row] = Math.trunc(this.#sums[row - from]! / count);
    }
    return scores;
  }

  /** Adds what every tree says of the rows of a tile. A guard that is left after the subtraction is a yes. */
  #addTrees(packed: Int32Array, groups: number): void {
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
