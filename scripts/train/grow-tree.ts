import { TREE_DEPTH } from '../../src/core/select/forest/forest.ts';

/** Most bins of a feature. */
export const BINS = 48;
/** Numbers of one node in a histogram: gradient and hessian by bin. */
const STRIDE = BINS * 2;

/** What one tree is grown from; `bins` by feature and row, `sample` the rows that it sees. */
export interface Growth {
  readonly bins: readonly Uint8Array[];
  /** Number of cuts by feature. */
  readonly cuts: readonly number[];
  readonly sample: Int32Array;
  readonly features: readonly number[];
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly ridge: number;
}

/** The question of one level: is the bin of this feature above `bin`? */
export interface Question {
  readonly feature: number;
  readonly bin: number;
}

/** The sampled rows, sorted by the node that they are in. */
interface Nodes {
  order: Int32Array;
  /** Where each node begins in `order`, and the end. */
  starts: Int32Array;
}

/** A feature with its bins of the sampled rows and its histogram by node. */
interface Candidate {
  readonly feature: number;
  readonly bins: Uint8Array;
  sums: Float64Array;
  spare: Float64Array;
}

/** Chooses the question of every level. */
export function growTree(g: Growth): Question[] {
  const size = g.sample.length;
  /** Gradient and hessian by sampled row. */
  const pairs = new Float64Array(size * 2);
  for (let k = 0; k < size; k++) {
    pairs[2 * k] = g.gradient[g.sample[k]!]!;
    pairs[2 * k + 1] = g.hessian[g.sample[k]!]!;
  }
  const candidates = g.features.map((feature): Candidate => {
    const all = g.bins[feature]!;
    const bins = new Uint8Array(size);
    for (let k = 0; k < size; k++) bins[k] = all[g.sample[k]!]!;
    const room = (1 << (TREE_DEPTH - 1)) * STRIDE;
    return { feature, bins, sums: new Float64Array(room), spare: new Float64Array(room) };
  });
  let nodes: Nodes = {
    order: Int32Array.from({ length: size }, (_, k) => k),
    starts: Int32Array.from([0, size]),
  };
  for (const candidate of candidates) addUp(candidate.sums, 0, candidate.bins, nodes.order, 0, size, pairs);
  const questions: Question[] = [];
  for (let level = 0; level < TREE_DEPTH; level++) {
    const question = bestQuestion(candidates, 1 << level, g);
    questions.push(question);
    if (level === TREE_DEPTH - 1) break;
    const chosen = candidates.find((candidate) => candidate.feature === question.feature)!;
    nodes = split(nodes, chosen.bins, question.bin);
    const sorted = inOrder(pairs, nodes.order);
    for (const candidate of candidates) descend(candidate, nodes, sorted);
  }
  return questions;
}

function bestQuestion(candidates: readonly Candidate[], nodes: number, g: Growth): Question {
  let bestGain = -1;
  let best: Question = { feature: candidates[0]!.feature, bin: 0 };
  for (const { feature, sums } of candidates) {
    const cuts = g.cuts[feature]!;
    const gains = gainsOf(sums, nodes, cuts, g.ridge);
    for (let bin = 0; bin < cuts; bin++) {
      if (gains[bin]! <= bestGain) continue;
      bestGain = gains[bin]!;
      best = { feature, bin };
    }
  }
  return best;
}

/** Sorts the rows of every node into its two children, order kept. */
function split(nodes: Nodes, bins: Uint8Array, bin: number): Nodes {
  const order = new Int32Array(nodes.order.length);
  const count = nodes.starts.length - 1;
  const starts = new Int32Array(2 * count + 1);
  let to = 0;
  for (let node = 0; node < count; node++) {
    for (const side of [0, 1]) {
      starts[2 * node + side] = to;
      for (let k = nodes.starts[node]!; k < nodes.starts[node + 1]!; k++) {
        const row = nodes.order[k]!;
        if ((bins[row]! > bin ? 1 : 0) === side) order[to++] = row;
      }
    }
  }
  starts[2 * count] = to;
  return { order, starts };
}

/** Pairs in the order of the nodes: all candidates read them one after the other. */
function inOrder(pairs: Float64Array, order: Int32Array): Float64Array {
  const sorted = new Float64Array(pairs.length);
  for (let k = 0; k < order.length; k++) {
    sorted[2 * k] = pairs[2 * order[k]!]!;
    sorted[2 * k + 1] = pairs[2 * order[k]! + 1]!;
  }
  return sorted;
}

/** Histograms of the children: the smaller one is counted, the other is what is left of their parent. */
function descend(candidate: Candidate, nodes: Nodes, pairs: Float64Array): void {
  const { sums: parent, spare: sums, bins } = candidate;
  const { order, starts } = nodes;
  for (let left = 0; left + 1 < starts.length; left += 2) {
    const isLeft = starts[left + 1]! - starts[left]! <= starts[left + 2]! - starts[left + 1]!;
    const small = isLeft ? left : left + 1;
    const large = isLeft ? left + 1 : left;
    const from = small * STRIDE;
    sums.fill(0, from, from + STRIDE);
    addUp(sums, from, bins, order, starts[small]!, starts[small + 1]!, pairs);
    const other = large * STRIDE;
    const above = (left / 2) * STRIDE;
    for (let i = 0; i < STRIDE; i++) sums[other + i] = parent[above + i]! - sums[from + i]!;
  }
  candidate.sums = sums;
  candidate.spare = parent;
}

/** Adds gradients and hessians, sorted as `order`, of the rows `order[from … to]` by bin, at `offset`. */
function addUp(
  sums: Float64Array,
  offset: number,
  bins: Uint8Array,
  order: Int32Array,
  from: number,
  to: number,
  pairs: Float64Array,
): void {
  for (let k = from; k < to; k++) {
    const at = offset + (bins[order[k]!]! << 1);
    sums[at] = sums[at]! + pairs[2 * k]!;
    sums[at + 1] = sums[at + 1]! + pairs[2 * k + 1]!;
  }
}

/** Gain of every cut of one feature, summed over the nodes of the level. */
function gainsOf(sums: Float64Array, nodes: number, cuts: number, ridge: number): Float64Array {
  const gains = new Float64Array(cuts);
  for (let node = 0; node < nodes; node++) {
    const from = node * STRIDE;
    let totalG = 0;
    let totalH = 0;
    for (let b = 0; b <= cuts; b++) {
      totalG += sums[from + b * 2]!;
      totalH += sums[from + b * 2 + 1]!;
    }
    let leftG = 0;
    let leftH = 0;
    for (let b = 0; b < cuts; b++) {
      leftG += sums[from + b * 2]!;
      leftH += sums[from + b * 2 + 1]!;
      const rightG = totalG - leftG;
      gains[b]! += (leftG * leftG) / (leftH + ridge) + (rightG * rightG) / (totalH - leftH + ridge);
    }
  }
  return gains;
}
