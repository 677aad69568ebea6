import type { Annotation } from '../../page/annotation.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import { float64s } from '../../zeroed.ts';
import { describeBlocks } from '../features/describe-blocks.ts';
import { describeNames, readNames } from '../features/name-features.ts';
import { RankedRows } from '../forest/feature-ranks.ts';
import type { ForestScorer } from '../forest/forest-scorer.ts';
import type { ExtractionModel } from '../forest/model.ts';
import { probability } from '../forest/probability.ts';
import { FirstReading } from './first-reading.ts';
import { addReadingFeatures } from './reading-features.ts';

/**
 * Probability of each block to be main content, in 1/4096: the page is read once, and again with what the first reading says
 * of the surroundings of each block. The second reading counts twice. Blocks of a page stand and fall together, so
 * that their mean score is sharpened by an eighth before the threshold is chosen.
 */
export function readProbabilities(
  a: Annotation,
  s: PageStructure,
  url: string,
  model: ExtractionModel,
): Int16Array {
  const named = describeNames(a, s, readNames(a), model.vocabulary);
  const columns = describeBlocks(a, s, url).append(named);
  const rows = new RankedRows(model.first.ranks, columns);
  const reading = readFirst(a, s, rows, model.first);
  addReadingFeatures(a, s, reading, columns);
  const again = model.second.score(rows);
  const scores = again.map((score, i) => Math.trunc((3 * (reading.scores[i]! + 2 * score)) / 8));
  return new Int16Array(shareByPath(a, s, scores, SECOND_SHARE).map(probability));
}

/** Reads a page for the first time. */
export function readFirst(
  a: Annotation,
  s: PageStructure,
  rows: RankedRows,
  scorer: ForestScorer,
): FirstReading {
  const scores = scorer.score(rows);
  return new FirstReading(a, scores, shareByPath(a, s, scores, FIRST_SHARE));
}

/** Words up to which a block counts in the mean of its template position. */
const MAX_WEIGHT = 30;
/**
 * Fifths of a score that are the mean over its template position, after the first and after the second reading: in the end all
 * blocks of a position stay, or none does.
 */
const FIRST_SHARE = 2;
const SECOND_SHARE = 5;

/**
 * Blocks of one template position decide together: some fifths of a score are the mean over its path. The sums are
 * whole numbers below 2 ** 53, so their order does not matter.
 */
function shareByPath(a: Annotation, s: PageStructure, scores: Int32Array, fifths: number): Int32Array {
  const { positions } = s;
  const sums = float64s(positions.length);
  const weights = float64s(positions.length);
  for (let i = 0; i < positions.length; i++) {
    const weight = Math.min(a.blocks[i]!.count.words, MAX_WEIGHT) + 1;
    sums[positions[i]!]! += scores[i]! * weight;
    weights[positions[i]!]! += weight;
  }
  return scores.map((own, i) => {
    const mean = Math.trunc(sums[positions[i]!]! / weights[positions[i]!]!);
    return Math.trunc(((5 - fifths) * own + fifths * mean) / 5);
  });
}
