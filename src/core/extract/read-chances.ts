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
  const columns = describeBlocks(a, s, url).append(describeNames(a, readNames(a), model.vocabulary)).columns;
  const total = new Int32Array(a.blocks.length);
  for (const forest of model.forests) {
    const scores = scoreRows(forest, columns, total.length);
    for (let i = 0; i < total.length; i++) total[i] = total[i]! + scores[i]!;
  }
  const forests = Math.max(1, model.forests.length);
  return Int16Array.from(total, (sum) => probability(Math.trunc(sum / forests)));
}
