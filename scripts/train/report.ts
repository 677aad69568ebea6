import { CERTAIN } from '../../src/core/select/forest/probability.ts';
import { type BlockScore, type ReadPage, scoreBlocks } from './block-score.ts';

/** Kinds of page that readers marked many of; the unweighted mean over them is the headline. */
const KINDS = ['article', 'documentation', 'forum', 'service', 'product', 'listing', 'collection'];
/** Bands of probabilities that calibration is told for. */
const BANDS = 10;
/** F1 below which a page counts as missed. */
const BAD = 1 / 2;

/** Cross-validated figures of a training as Markdown: by kind of page as readers marked them, by other source, calibration. */
export function reportOf(read: readonly ReadPage[]): string {
  const isMarked = ({ page }: ReadPage): boolean => page.page.marked !== null;
  return [
    scoreTable('kind, by readers', read.filter(isMarked), ({ page }) => page.page.type),
    scoreTable(
      'other source',
      read.filter((page) => !isMarked(page)),
      ({ page }) => page.page.dataset,
    ),
    calibrationTable(read),
  ].join('\n\n');
}

/** F1 of pages that readers marked, the mean over kinds and by kind, in thousandths. */
export function kindFigures(read: readonly ReadPage[]): { readonly [title: string]: number } {
  const marked = read.filter(({ page }) => page.page.marked !== null);
  const scores = scoresBy(marked, ({ page }) => page.page.type);
  const means = KINDS.map((kind) => 1000 * mean((scores.get(kind) ?? []).map(({ f1 }) => f1)));
  return { mean: mean(means), ...Object.fromEntries(KINDS.map((kind, i) => [kind, means[i]!])) };
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
