import { expect, test } from 'vitest';
import { HashTable } from '../../hash-table.ts';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { relateElements } from '../../page/page-structure.ts';
import { describeBlocks } from '../features/describe-blocks.ts';
import { describeNames, readNames } from '../features/name-features.ts';
import { FeatureRanks } from '../forest/feature-ranks.ts';
import { type Forest, TREE_DEPTH } from '../forest/forest.ts';
import { ForestScorer } from '../forest/forest-scorer.ts';
import { readProbabilities } from './read-probabilities.ts';

const URL = 'https://example.org/';
const a = annotate(
  parseHtml(
    '<p class="a">alone</p><p class="b">four words of text</p><p class="c">alone</p><i>after</i>',
    URL,
  ),
);
const s = relateElements(a);

/** A forest of one tree that asks one question: `no` up to the threshold, `yes` above. */
function asking(feature: number, threshold: number, no: number, yes: number): Forest {
  const leaves = new Int16Array(1 << TREE_DEPTH).fill(no);
  leaves.fill(yes, 1 << (TREE_DEPTH - 1));
  const features = new Uint16Array(TREE_DEPTH);
  features[0] = feature;
  const thresholds = new Int16Array(TREE_DEPTH).fill(32767);
  thresholds[0] = threshold;
  return { base: 0, features, thresholds, leaves };
}

const names = describeNames(a, s, readNames(a), new HashTable(0));
const columns = describeBlocks(a, s, URL).append(names);
const WORDS = columns.names.indexOf('words');
/** Place of `first probability at 1` among the features of the second reading: after three of its own and three shifts. */
const NEXT = columns.columns.length + 3 + 3;

const FIRST = asking(WORDS, 2, -4000, 4000);
const SECOND = asking(NEXT, 2048, -3000, 6000);

test('readProbabilities reads a page again with what the first reading says of the next block', () => {
  const ranks = new FeatureRanks([FIRST, SECOND]);
  const model = {
    vocabulary: new HashTable(0),
    first: new ForestScorer(FIRST, ranks),
    second: new ForestScorer(SECOND, ranks),
  };
  const probabilities = readProbabilities(a, s, URL, model);
  // First: only the block of four words. Second: the block before it is as good, the one itself is doubted.
  expect([...probabilities].map((probability) => probability > 2048)).toEqual([true, false, false, false]);
  expect(probabilities[1]).toBeGreaterThan(probabilities[2]!);
});
