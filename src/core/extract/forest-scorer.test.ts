import { expect, test } from 'vitest';
import { type Forest, TREE_DEPTH } from './forest.ts';
import { ForestScorer } from './forest-scorer.ts';

const FEATURES = 5;

/** Whole numbers from `low` to `high` in an order that is always the same. */
function numbers(count: number, low: number, high: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return low + ((state >>> 8) % (high - low + 1));
  });
}

function forest(trees: number, seed: number): Forest {
  const levels = trees * TREE_DEPTH;
  return {
    base: seed * 7,
    features: Uint16Array.from(numbers(levels, 0, FEATURES - 1, seed)),
    thresholds: Int16Array.from(numbers(levels, -20, 20, seed + 1), (n, i) => (i % 9 === 0 ? n * 1600 : n)),
    leaves: Int16Array.from(numbers(trees << TREE_DEPTH, -900, 900, seed + 2)),
  };
}

/** The same, question by question. */
function scoreOneByOne({ base, features, thresholds, leaves }: Forest, row: readonly number[]): number {
  let score = base;
  for (let tree = 0; tree * TREE_DEPTH < features.length; tree++) {
    let leaf = 0;
    for (let at = tree * TREE_DEPTH; at < (tree + 1) * TREE_DEPTH; at++)
      leaf = leaf * 2 + (row[features[at]!]! > thresholds[at]! ? 1 : 0);
    score += leaves[(tree << TREE_DEPTH) + leaf]!;
  }
  return score;
}

test.each([0, 1, 3, 4, 255, 256, 257, 1030])('%i rows have the scores of asking one by one', (rows) => {
  const forests = [forest(12, 3), forest(9, 5)];
  const columns = Array.from({ length: FEATURES }, (_, f) =>
    Int16Array.from(numbers(rows, f === 0 ? -32768 : -25, f === 0 ? 32767 : 25, f + 11)),
  );
  const expected = Array.from({ length: rows }, (_, row) => {
    const values = columns.map((column) => column[row]!);
    return Math.trunc((scoreOneByOne(forests[0]!, values) + scoreOneByOne(forests[1]!, values)) / 2);
  });
  const scorer = new ForestScorer(forests);
  expect([...scorer.score(columns, rows)]).toEqual(expected);
  expect([...scorer.score(columns, rows)]).toEqual(expected);
});

test('no forest scores nothing', () => {
  expect([...new ForestScorer([]).score([], 2)]).toEqual([0, 0]);
});

test('a feature with more thresholds than a rank can tell is refused', () => {
  const many = forest(22, 1);
  const thresholds = many.thresholds.map((_, at) => at);
  const features = many.features.map(() => 0);
  expect(() => new ForestScorer([{ ...many, features, thresholds }])).toThrow(RangeError);
});
