import { expectedBest } from '../../src/core/select/reading/choose-threshold.ts';
import type { PreparedPage } from './prepared-page.ts';

/** A page and the probabilities of its blocks, in 1/4096, by a model that never saw its site. */
export interface ReadPage {
  readonly page: PreparedPage;
  readonly probabilities: ArrayLike<number>;
}

/** How well the cut of a page hits its label, over words, before any rule. */
export interface BlockScore {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/** Scores the cut of a page by the labels of its blocks; null where they do not say what is content. */
export function scoreBlocks({
  page: { page, annotation, labels },
  probabilities,
}: ReadPage): BlockScore | null {
  if (page.gold === null || !labels.some((label) => label >= 0)) return null;
  const words = annotation.blocks.map((block) => block.count.words);
  const { threshold } = expectedBest(probabilities, words);
  let kept = 0;
  let hits = 0;
  words.forEach((own, i) => {
    if (probabilities[i]! < threshold || labels[i]! < 0) return;
    kept += own;
    hits += own * labels[i]!;
  });
  const gold = Math.max(1, page.gold.hashes.length);
  return { f1: (2 * hits) / (kept + gold), precision: hits / Math.max(1, kept), recall: hits / gold };
}
