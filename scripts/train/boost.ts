import { type Forest, TREE_DEPTH } from '../../src/core/select/forest/forest.ts';
import { BINS, growTree, type Question } from './grow-tree.ts';

/** Settings of one boosted forest. */
export interface BoostSettings {
  readonly trees: number;
  readonly learningRate: number;
  /** Share of rows and of features that each tree sees. */
  readonly rowShare: number;
  readonly featureShare: number;
  /** Added to the hessian of each leaf. */
  readonly ridge: number;
  readonly seed: number;
}

const LEAVES = 1 << TREE_DEPTH;
const UNIT = 1024;

/** Deterministic generator (xorshift32). */
export function generator(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/** Thresholds between at most `BINS` values or quantiles of a column. */
function thresholdsOf(column: Int16Array, rows: Int32Array): Int16Array {
  const step = Math.max(1, Math.floor(rows.length / 20000));
  const sample = new Int16Array(Math.ceil(rows.length / step));
  for (let i = 0, k = 0; i < rows.length; i += step) sample[k++] = column[rows[i]!]!;
  sample.sort();
  const distinct: number[] = [];
  for (const value of sample) if (distinct.length === 0 || distinct.at(-1) !== value) distinct.push(value);
  if (distinct.length <= BINS) return Int16Array.from(distinct.slice(0, -1));
  const cuts = new Set<number>();
  for (let b = 1; b < BINS; b++) cuts.add(sample[Math.floor((b * sample.length) / BINS)]! - 1);
  const sorted = [...cuts].sort((x, y) => x - y);
  return Int16Array.from(sorted);
}

interface Binned {
  thresholds: Int16Array[];
  bins: Uint8Array[];
}

function binColumns(columns: readonly Int16Array[], rows: Int32Array): Binned {
  const thresholds: Int16Array[] = [];
  const bins: Uint8Array[] = [];
  for (const column of columns) {
    const cuts = thresholdsOf(column, rows);
    const lookup = new Uint8Array(65536);
    let bin = 0;
    for (let value = -32768; value < 32768; value++) {
      while (bin < cuts.length && value > cuts[bin]!) bin++;
      lookup[value + 32768] = bin;
    }
    const binned = new Uint8Array(rows.length);
    for (let i = 0; i < rows.length; i++) binned[i] = lookup[column[rows[i]!]! + 32768]!;
    thresholds.push(cuts);
    bins.push(binned);
  }
  return { thresholds, bins };
}

/**
 * Fits a forest to targets (0 … 1) with weights by gradient boosting on the logistic loss. `columns` are full
 * columns; `rows` are the rows that are seen. Same input, same seed: the same bytes.
 */
export function boost(
  columns: readonly Int16Array[],
  target: Float32Array,
  weight: Float32Array,
  rows: Int32Array,
  settings: BoostSettings,
): Forest {
  const { thresholds, bins } = binColumns(columns, rows);
  const n = rows.length;
  const all = Int32Array.from(rows.keys());
  const random = generator(settings.seed);
  const sumY = rows.reduce((sum, row) => sum + target[row]! * weight[row]!, 0);
  const sumW = rows.reduce((sum, row) => sum + weight[row]!, 0);
  const base = Math.round(Math.log(sumY / (sumW - sumY)) * UNIT);
  const score = new Int32Array(n).fill(base);
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n);
  const scale = n / sumW;
  const forest = {
    features: new Uint16Array(settings.trees * TREE_DEPTH),
    thresholds: new Int16Array(settings.trees * TREE_DEPTH),
    leaves: new Int16Array(settings.trees * LEAVES),
  };
  const cuts = thresholds.map((list) => list.length);
  const usable = columns.map((_, f) => f).filter((f) => thresholds[f]!.length > 0);
  for (let tree = 0; tree < settings.trees; tree++) {
    const sample = all.filter(() => random() < settings.rowShare);
    for (const i of sample) {
      const p = 1 / (1 + Math.exp(-score[i]! / UNIT));
      const w = weight[rows[i]!]! * scale;
      gradient[i] = (target[rows[i]!]! - p) * w;
      hessian[i] = Math.max(p * (1 - p), 1e-4) * w;
    }
    const features = usable.filter(() => random() < settings.featureShare);
    if (features.length === 0) features.push(usable[0]!);
    const questions = growTree({ bins, cuts, sample, features, gradient, hessian, ridge: settings.ridge });
    const leaf = record(forest, tree, questions, thresholds, bins);
    fillLeaves(tree, leaf, sample, gradient, hessian, settings, forest.leaves);
    for (let i = 0; i < n; i++) score[i]! += forest.leaves[tree * LEAVES + leaf[i]!]!;
  }
  return { base, ...forest };
}

/** Writes the questions of a tree; answers the leaf of every row. */
function record(
  forest: { readonly features: Uint16Array; readonly thresholds: Int16Array },
  tree: number,
  questions: readonly Question[],
  thresholds: readonly Int16Array[],
  bins: readonly Uint8Array[],
): Uint8Array {
  const leaf = new Uint8Array(bins[0]!.length);
  questions.forEach(({ feature, bin }, level) => {
    forest.features[tree * TREE_DEPTH + level] = feature;
    forest.thresholds[tree * TREE_DEPTH + level] = thresholds[feature]![bin]!;
    const binned = bins[feature]!;
    for (let i = 0; i < leaf.length; i++) leaf[i] = (leaf[i]! << 1) | (binned[i]! > bin ? 1 : 0);
  });
  return leaf;
}

function fillLeaves(
  tree: number,
  leaf: Uint8Array,
  sample: Int32Array,
  gradient: Float64Array,
  hessian: Float64Array,
  settings: BoostSettings,
  leaves: Int16Array,
): void {
  const g = new Float64Array(LEAVES);
  const h = new Float64Array(LEAVES);
  for (const i of sample) {
    g[leaf[i]!]! += gradient[i]!;
    h[leaf[i]!]! += hessian[i]!;
  }
  for (let k = 0; k < LEAVES; k++) {
    const value = (settings.learningRate * UNIT * g[k]!) / (h[k]! + settings.ridge);
    leaves[tree * LEAVES + k] = Math.max(-32000, Math.min(32000, Math.round(value)));
  }
}
