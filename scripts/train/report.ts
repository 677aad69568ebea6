import { CERTAIN } from '../../src/core/select/forest/probability.ts';
import { type BlockScore, type ReadPage, scoreBlocks } from './block-score.ts';

/** Data sets whose labels hold the whole text; the unweighted mean over them is the headline. */
const SOURCES = ['wcxb', 'zh', 'magic', 'fundus', 'postlight'];
/** Bands of probabilities that calibration is told for. */
const BANDS = 10;
/** F1 below which a page counts as missed. */
const BAD = 1 / 2;

/** Cross-validated figures of a training as Markdown: by source, by kind of page, calibration. */
export function reportOf(read: readonly ReadPage[]): string {
  const balanced = read.filter(({ page }) => page.page.dataset === 'wcxb');
  return [
    scoreTable('source', read, ({ page }) => page.page.dataset),
    scoreTable('kind (wcxb)', balanced, ({ page }) => page.page.type),
    calibrationTable(read),
  ].join('\n\n');
}

/** Headline and F1 by source, in thousandths. */
export function sourceFigures(read: readonly ReadPage[]): { readonly [title: string]: number } {
  const scores = scoresBy(read, ({ page }) => page.page.dataset);
  const means = SOURCES.map((source) => 1000 * mean((scores.get(source) ?? []).map(({ f1 }) => f1)));
  return { mean: mean(means), ...Object.fromEntries(SOURCES.map((source, i) => [source, means[i]!])) };
}

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function scoreTable(title: string, read: readonly ReadPage[], groupOf: (page: ReadPage) => string): string {
  const rows = [...scoresBy(read, groupOf)].map(([group, scores]) => [
    group,
    String(scores.length),
    ...(['f1', 'precision', 'recall'] as const).map((figure) =>
      mean(scores.map((score) => score[figure])).toFixed(3),
    ),
    `${(100 * mean(scores.map(({ f1 }) => (f1 < BAD ? 1 : 0)))).toFixed(1)} %`,
  ]);
  return table([title, 'pages', 'F1', 'precision', 'recall', 'under half'], rows);
}

function scoresBy(
  read: readonly ReadPage[],
  groupOf: (page: ReadPage) => string,
): ReadonlyMap<string, readonly BlockScore[]> {
  const groups = new Map<string, BlockScore[]>();
  for (const page of read) {
    const score = scoreBlocks(page);
    if (score === null) continue;
    const group = groupOf(page);
    groups.set(group, [...(groups.get(group) ?? []), score]);
  }
  return groups;
}

/** By band of probabilities what a model says and what the labels say, over the weights of training. */
function calibrationTable(read: readonly ReadPage[]): string {
  const bands = Array.from({ length: BANDS }, () => ({ weight: 0, said: 0, found: 0 }));
  for (const { page, probabilities } of read)
    page.weights.forEach((weight, i) => {
      const band = bands[Math.min(BANDS - 1, Math.floor((probabilities[i]! * BANDS) / CERTAIN))]!;
      band.weight += weight;
      band.said += (weight * probabilities[i]!) / CERTAIN;
      band.found += weight * page.labels[i]!;
    });
  const all = bands.reduce((sum, { weight }) => sum + weight, 0);
  const rows = bands.flatMap(({ weight, said, found }, band) =>
    weight === 0
      ? []
      : [
          [
            `${band / BANDS} to ${(band + 1) / BANDS}`,
            `${((100 * weight) / all).toFixed(1)} %`,
            (said / weight).toFixed(3),
            (found / weight).toFixed(3),
          ],
        ],
  );
  return table(['probability', 'share of weight', 'said', 'found'], rows);
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}
