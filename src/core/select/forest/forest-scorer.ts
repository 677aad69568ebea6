import { int32s } from '../../zeroed.ts';
import { EACH_BYTE, FeatureRanks, GUARDS, type RankedRows, TILE_ROWS } from './feature-ranks.ts';
import { type Forest, TREE_DEPTH } from './forest.ts';

const LEAVES = 1 << TREE_DEPTH;
/** Groups of four rows in a tile. */
const TILE_GROUPS = TILE_ROWS >> 2;

/**
 * A forest made ready to score rows: one subtraction of ranks answers a question for four rows. The same whole numbers as
 * asking row by row.
 */
export class ForestScorer {
  /** Slot of the feature of each level of each tree, and its threshold's rank in each byte. */
  readonly #slots: Int32Array;
  readonly #asked: Int32Array;
  readonly #leaves: Int16Array;
  readonly #sums = new Int32Array(TILE_ROWS);
  /** Of each group of a tile, how many different ones are before it; and these groups. */
  readonly #runs = new Uint8Array(TILE_GROUPS);
  readonly #different: Int32Array;

  /** `ranks` tells the thresholds of the forest, and may tell those of others. */
  constructor(
    readonly forest: Forest,
    readonly ranks = new FeatureRanks([forest]),
  ) {
    const { features, thresholds, leaves } = forest;
    const trees = features.length / TREE_DEPTH;
    // The last of an odd number has one beside it that says nothing.
    const places = trees + (trees & 1);
    this.#slots = new Int32Array(places * TREE_DEPTH);
    this.#asked = new Int32Array(places * TREE_DEPTH);
    this.#leaves = new Int16Array(places * LEAVES);
    this.#leaves.set(leaves);
    for (let i = 0; i < features.length; i++) {
      this.#slots[i] = ranks.slotOf(features[i]!);
      this.#asked[i] = ranks.rankAbove(features[i]!, thresholds[i]!) * EACH_BYTE;
    }
    this.#different = new Int32Array(ranks.tables.length * TILE_GROUPS);
  }

  /** Scores of all rows, in 1/1024 of a logit. Throws a TypeError for rows that others rank. */
  score(rows: RankedRows): Int32Array {
    if (rows.ranks !== this.ranks)
      throw new TypeError('Rank the rows by the ranks of the forest that scores them');
    const scores = int32s(rows.count);
    for (let from = 0; from < rows.count; from += TILE_ROWS) {
      const to = Math.min(rows.count, from + TILE_ROWS);
      this.#sums.fill(this.forest.base);
      this.#addTile(rows.tile(from / TILE_ROWS), rows.stride, (to - from + 3) >> 2);
      scores.set(this.#sums.subarray(0, to - from), from);
    }
    return scores;
  }

  /** Adds what the trees say of a tile: once for equal groups in a row, where most are equal (cells of a large table). */
  #addTile(packed: Int32Array, stride: number, groups: number): void {
    const [runs, sums] = [this.#runs, this.#sums];
    let last = 0;
    for (let group = 1; group < groups; group++) {
      let at = group;
      const end = packed.length;
      while (at < end && packed[at] === packed[at - 1]) at += stride;
      if (at < end) last++;
      runs[group] = last;
    }
    if (last >= groups >> 1) {
      this.#addTrees(packed, stride, groups);
      return;
    }
    for (let from = 0, to = 0; from < packed.length; from += stride, to += TILE_GROUPS)
      for (let group = 0; group < groups; group++) this.#different[to + runs[group]!] = packed[from + group]!;
    this.#addTrees(this.#different, TILE_GROUPS, last + 1);
    // From the end: a group's sums are not after its place.
    for (let row = groups * 4 - 1; row >= 0; row--) sums[row] = sums[runs[row >> 2]! * 4 + (row & 3)]!;
  }

  /**
   * Adds what every tree says of the rows of a tile, by two trees at a time, so that sums are read and written half as often. A guard
   * that is left after the subtraction is a yes.
   */
  #addTrees(packed: Int32Array, stride: number, groups: number): void {
    const [slots, asked, leaves, sums] = [this.#slots, this.#asked, this.#leaves, this.#sums];
    for (let at = 0, first = 0; at < asked.length; at += 2 * TREE_DEPTH, first += 2 * LEAVES) {
      const [p0, p1, p2] = [slots[at]! * stride, slots[at + 1]! * stride, slots[at + 2]! * stride];
      const [p3, p4, p5] = [slots[at + 3]! * stride, slots[at + 4]! * stride, slots[at + 5]! * stride];
      const [p6, p7, p8] = [slots[at + 6]! * stride, slots[at + 7]! * stride, slots[at + 8]! * stride];
      const [p9, p10, p11] = [slots[at + 9]! * stride, slots[at + 10]! * stride, slots[at + 11]! * stride];
      const [a0, a1, a2] = [asked[at]!, asked[at + 1]!, asked[at + 2]!];
      const [a3, a4, a5] = [asked[at + 3]!, asked[at + 4]!, asked[at + 5]!];
      const [a6, a7, a8] = [asked[at + 6]!, asked[at + 7]!, asked[at + 8]!];
      const [a9, a10, a11] = [asked[at + 9]!, asked[at + 10]!, asked[at + 11]!];
      const second = first + LEAVES;
      for (let group = 0, row = 0; group < groups; group++, row += 4) {
        const one =
          (((packed[p0 + group]! - a0) & GUARDS) >>> 2) |
          (((packed[p1 + group]! - a1) & GUARDS) >>> 3) |
          (((packed[p2 + group]! - a2) & GUARDS) >>> 4) |
          (((packed[p3 + group]! - a3) & GUARDS) >>> 5) |
          (((packed[p4 + group]! - a4) & GUARDS) >>> 6) |
          (((packed[p5 + group]! - a5) & GUARDS) >>> 7);
        const two =
          (((packed[p6 + group]! - a6) & GUARDS) >>> 2) |
          (((packed[p7 + group]! - a7) & GUARDS) >>> 3) |
          (((packed[p8 + group]! - a8) & GUARDS) >>> 4) |
          (((packed[p9 + group]! - a9) & GUARDS) >>> 5) |
          (((packed[p10 + group]! - a10) & GUARDS) >>> 6) |
          (((packed[p11 + group]! - a11) & GUARDS) >>> 7);
        sums[row]! += leaves[first + (one & 63)]! + leaves[second + (two & 63)]!;
        sums[row + 1]! += leaves[first + ((one >>> 8) & 63)]! + leaves[second + ((two >>> 8) & 63)]!;
        sums[row + 2]! += leaves[first + ((one >>> 16) & 63)]! + leaves[second + ((two >>> 16) & 63)]!;
        sums[row + 3]! += leaves[first + (one >>> 24)]! + leaves[second + (two >>> 24)]!;
      }
    }
  }
}
