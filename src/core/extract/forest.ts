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

/** Scores of all rows, in 1/1024 of a logit. */
export function scoreRows(forest: Forest, columns: readonly Int16Array[], rows: number): Int32Array {
  const scores = new Int32Array(rows).fill(forest.base);
  const leaf = new Uint8Array(rows);
  const trees = forest.features.length / TREE_DEPTH;
  for (let tree = 0; tree < trees; tree++) {
    leaf.fill(0);
    for (let level = 0; level < TREE_DEPTH; level++) {
      const at = tree * TREE_DEPTH + level;
      const column = columns[forest.features[at]!]!;
      const threshold = forest.thresholds[at]!;
      for (let row = 0; row < rows; row++) leaf[row] = (leaf[row]! << 1) | (column[row]! > threshold ? 1 : 0);
    }
    const offset = tree * LEAVES;
    for (let row = 0; row < rows; row++) scores[row]! += forest.leaves[offset + leaf[row]!]!;
  }
  return scores;
}
