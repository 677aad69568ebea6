import type { Annotation } from './annotate.ts';
import { describeBlocks, describeNames } from './describe-blocks.ts';
import { scoreRows } from './forest.ts';
import type { ExtractionModel } from './model.ts';
import { readNames } from './name-features.ts';
import type { PageStructure } from './page-structure.ts';
import { probability } from './probability.ts';

/** Chance of each block to be main content, in 1/4096, as the model reads the page. */
export function readChances(
  a: Annotation,
  s: PageStructure,
  url: string,
  model: ExtractionModel,
): Int16Array {
  const named = describeNames(a, s, readNames(a), model.vocabulary);
  const { columns } = describeBlocks(a, s, url).append(named);
  const scores = new Int32Array(a.blocks.length);
  for (const forest of model.forests) {
    const own = scoreRows(forest, columns, scores.length);
    for (let i = 0; i < scores.length; i++) scores[i] = scores[i]! + own[i]!;
  }
  const forests = Math.max(1, model.forests.length);
  for (let i = 0; i < scores.length; i++) scores[i] = Math.trunc(scores[i]! / forests);
  shareByPath(a, s, scores);
  return Int16Array.from(scores, probability);
}

/** Words up to which a block counts in the mean of its template position. */
const MAX_WEIGHT = 30;

/**
 * Blocks of one template position decide together: two fifths of a score are the mean over its path. Changes
 * `scores`. The sums are whole numbers below 2 ** 53, so their order does not matter.
 */
function shareByPath(a: Annotation, s: PageStructure, scores: Int32Array): void {
  const sums = new Map<number, { score: number; weight: number }>();
  a.blocks.forEach((block, i) => {
    const path = s.path[block.element]!;
    const weight = Math.min(block.count.words, MAX_WEIGHT) + 1;
    const sum = sums.get(path);
    if (sum) {
      sum.score += scores[i]! * weight;
      sum.weight += weight;
    } else sums.set(path, { score: scores[i]! * weight, weight });
  });
  a.blocks.forEach((block, i) => {
    const { score, weight } = sums.get(s.path[block.element]!)!;
    scores[i] = Math.trunc((3 * scores[i]! + 2 * Math.trunc(score / weight)) / 5);
  });
}
