import { expect, test } from 'vitest';
import { FeatureColumns } from '../features/feature-columns.ts';
import { FeatureRanks, RankedRows } from './feature-ranks.ts';
import { type Forest, NO_FOREST, TREE_DEPTH } from './forest.ts';
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

/** Rows of `FEATURES` columns; without the columns from `count` on. */
function table(columns: readonly Int16Array[], count = columns.length): FeatureColumns {
  const out = new FeatureColumns(columns[0]?.length ?? 0);
  columns.slice(0, count).forEach((column, f) => {
    out.add(`feature ${f}`).set(column);
  });
  return out;
}

const columnsOf = (rows: number): Int16Array[] =>
  Array.from({ length: FEATURES }, (_, f) =>
    Int16Array.from(numbers(rows, f === 0 ? -32768 : -25, f === 0 ? 32767 : 25, f + 11)),
  );

test.each([0, 1, 3, 4, 255, 256, 257, 1030, 33_000])(
  '%i rows have the scores of asking one by one',
  (count) => {
    const columns = columnsOf(count);
    const one = forest(11, 3);
    const expected = Array.from({ length: count }, (_, row) =>
      scoreOneByOne(
        one,
        columns.map((column) => column[row]!),
      ),
    );
    const scorer = new ForestScorer(one);
    const rows = new RankedRows(scorer.ranks, table(columns));
    expect([...scorer.score(rows)]).toEqual(expected);
    expect([...scorer.score(rows)]).toEqual(expected);
  },
);

test.each([5, 600, 33_000])(
  'forests of one ranking read %i rows one after the other, the second with more columns',
  (count) => {
    const columns = columnsOf(count);
    const early = { ...forest(12, 3), features: Uint16Array.from(numbers(12 * TREE_DEPTH, 0, 2, 3)) };
    const late = forest(9, 5);
    const ranks = new FeatureRanks([early, late]);
    const known = table(columns, 3);
    const rows = new RankedRows(ranks, known);
    const [first, second] = [early, late].map((one) => new ForestScorer(one, ranks));
    const scoresOf = (one: Forest): number[] =>
      Array.from({ length: count }, (_, row) =>
        scoreOneByOne(
          one,
          columns.map((column) => column[row]!),
        ),
      );
    expect([...first!.score(rows)]).toEqual(scoresOf(early));
    for (const column of columns.slice(3)) known.add('late').set(column);
    expect([...second!.score(rows)]).toEqual(scoresOf(late));
  },
);

test.each([1, 5, 600])('a column of one value scores %i rows as any other column', (count) => {
  const columns = columnsOf(count).map((column, f) => (f % 2 === 0 ? column.fill(column[0]!) : column));
  const marked = new FeatureColumns(count);
  columns.forEach((column, f) => {
    if (f % 2 === 0) marked.addConstant(`feature ${f}`, column[0]!);
    else marked.add(`feature ${f}`).set(column);
  });
  const appended = new FeatureColumns(count).append(marked);
  const scorer = new ForestScorer(forest(12, 3));
  const expected = [...scorer.score(new RankedRows(scorer.ranks, table(columns)))];
  expect([...scorer.score(new RankedRows(scorer.ranks, marked))]).toEqual(expected);
  expect([...scorer.score(new RankedRows(scorer.ranks, appended))]).toEqual(expected);
});

test.each([5, 9, 600])('%i rows of which most are like the one before score as any others', (count) => {
  const columns = columnsOf(count).map((column) => column.map((_, row) => column[row - (row % 23)]!));
  const one = forest(12, 3);
  const scorer = new ForestScorer(one);
  const scores = [...scorer.score(new RankedRows(scorer.ranks, table(columns)))];
  const each = (row: number) => columns.map((column) => column[row]!);
  expect(scores).toEqual(Array.from({ length: count }, (_, row) => scoreOneByOne(one, each(row))));
});

test('no forest scores nothing', () => {
  const scorer = new ForestScorer(NO_FOREST);
  expect([...scorer.score(new RankedRows(scorer.ranks, new FeatureColumns(2)))]).toEqual([0, 0]);
});

test('a feature with more thresholds than a rank can tell is refused', () => {
  const many = forest(22, 1);
  const thresholds = many.thresholds.map((_, at) => at);
  const features = many.features.map(() => 0);
  expect(() => new ForestScorer({ ...many, features, thresholds })).toThrow(RangeError);
});

test('rows that others rank are refused', () => {
  const [one, other] = [new ForestScorer(forest(3, 1)), new ForestScorer(forest(3, 2))];
  expect(() => one.score(new RankedRows(other.ranks, table(columnsOf(4))))).toThrow(TypeError);
});
