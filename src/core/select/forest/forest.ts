/**
 * Boosted oblivious trees: every level of a tree asks one question of one feature, so that a tree is a few
 * comparisons and one table look-up per block. Whole numbers throughout: the sum does not depend on order.
 */

/** Levels of every tree. */
export const TREE_DEPTH = 6;

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

/** Scores everything 0. */
export const NO_FOREST: Forest = {
  base: 0,
  features: new Uint16Array(),
  thresholds: new Int16Array(),
  leaves: new Int16Array(),
};
