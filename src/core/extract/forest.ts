/**
 * Boosted oblivious trees: every level of a tree asks one question of one feature, so that a tree is a few
 * comparisons and one table look-up per block. Whole numbers throughout: the sum does not depend on order.
 */

/** Levels of every tree. */
export const TREE_DEPTH = 6;
const LEAVES = 1 << TREE_DEPTH;

export interface Forest {
  /** Score before the first tree, in 1/1024 of a logit. */
  readonly base: number;
  /** Feature asked at each level, `TREE_DEPTH` per tree. */
  readonly features: Uint16Array;
  /** The answer is yes when the feature is above this. */
  readonly thresholds: Int16Array;
  /** Scores of the leaves, `2 ** TREE_DEPTH` per tree, in 1/1024 of a logit. */
  readonly leaves: Int16Array;
}

/**
 * Scores of all rows, in 1/1024 of a logit. The sign bit of `threshold - value` is the answer: branches on data
 * would be mispredicted half of the time.
 */
export function scoreRows(forest: Forest, columns: readonly Int16Array[], rows: number): Int32Array {
  const scores = new Int32Array(rows).fill(forest.base);
  const { features, thresholds, leaves } = forest;
  for (let at = 0, first = 0; at < features.length; at += TREE_DEPTH, first += LEAVES) {
    const column = (level: number): Int16Array => columns[features[at + level]!]!;
    const [c0, c1, c2] = [column(0), column(1), column(2)];
    const [c3, c4, c5] = [column(3), column(4), column(5)];
    const [t0, t1, t2] = [thresholds[at]!, thresholds[at + 1]!, thresholds[at + 2]!];
    const [t3, t4, t5] = [thresholds[at + 3]!, thresholds[at + 4]!, thresholds[at + 5]!];
    for (let row = 0; row < rows; row++) {
      const leaf =
        (((t0 - c0[row]!) >>> 31) << 5) |
        (((t1 - c1[row]!) >>> 31) << 4) |
        (((t2 - c2[row]!) >>> 31) << 3) |
        (((t3 - c3[row]!) >>> 31) << 2) |
        (((t4 - c4[row]!) >>> 31) << 1) |
        ((t5 - c5[row]!) >>> 31);
      scores[row]! += leaves[first + leaf]!;
    }
  }
  return scores;
}
