import { hashText } from '../../src/core/page/word-scan.ts';
import { FeatureColumns } from '../../src/core/select/features/feature-columns.ts';
import { describeNames } from '../../src/core/select/features/name-features.ts';
import { RankedRows } from '../../src/core/select/forest/feature-ranks.ts';
import { decodeModel } from '../../src/core/select/forest/model.ts';
import { readFirst } from '../../src/core/select/reading/read-probabilities.ts';
import type { ReadPage } from './block-score.ts';
import type { BoostSettings } from './boost.ts';
import { FEATURE_GROUPS, groupOf } from './feature-groups.table.ts';
import { ModelFitter } from './fit-model.ts';
import type { FitPool } from './fit-pool.ts';
import { FOLDS } from './folds.ts';
import { DATASET_WEIGHT, type PreparedPage } from './prepared-page.ts';
import { kindFigures, table } from './report.ts';

/** A training that differs from the shipped one in what it learns from, what its trees may ask, or its seed. */
interface Probe {
  readonly name: string;
  readonly learnsFrom?: (page: PreparedPage) => boolean;
  readonly mayAsk?: (feature: string) => boolean;
  readonly seed?: number;
}

/** The data sets that models learnt from before magic, fundus, postlight and recipes were there. */
const OLDER = ['wcxb', 'wcxb-more', 'zh', 'readability', 'defuddle', 'snippets'];

/** Part of the sites, in eighths, whatever fold they are in. */
function sitesUpTo(eighths: number): (page: PreparedPage) => boolean {
  return ({ page }) => (hashText(page.domain, 1) >>> 0) % 8 < eighths;
}

const PROBES: readonly Probe[] = [
  { name: 'all' },
  { name: 'seed 3', seed: 3 },
  { name: 'seed 11', seed: 11 },
  ...[1, 2, 4].map((eighths) => ({ name: `${eighths} of 8 sites`, learnsFrom: sitesUpTo(eighths) })),
  { name: 'older sources alone', learnsFrom: ({ page }) => OLDER.includes(page.dataset) },
  ...Object.keys(DATASET_WEIGHT).map(
    (source): Probe => ({
      name: `without ${source}`,
      learnsFrom: ({ page }) => page.dataset !== source,
    }),
  ),
  ...FEATURE_GROUPS.map(
    (group): Probe => ({
      name: `without ${group}`,
      mayAsk: (feature) => groupOf(feature) !== group,
    }),
  ),
];

/**
 * Trains once for each probe, models that read once, and answers their figures by kind of page as a Markdown table: F1 by the
 * labels of blocks, in thousandths, cross-validated.
 */
export async function runProbes(
  pages: readonly PreparedPage[],
  pool: FitPool,
  first: BoostSettings,
): Promise<string> {
  const rows: string[][] = [];
  let heads: string[] = [];
  for (const { name, learnsFrom = () => true, mayAsk = () => true, seed } of PROBES) {
    const settings = {
      first: seed === undefined ? first : { ...first, seed },
      second: null,
      mayAsk,
    };
    const figures = kindFigures(
      await readUnseen(pages, new ModelFitter(pages.filter(learnsFrom), pool, settings)),
    );
    heads = ['training', ...Object.keys(figures)];
    rows.push([name, ...Object.values(figures).map((figure) => figure.toFixed(1))]);
    console.error(rows.at(-1)!.join(' '));
  }
  return table(heads, rows);
}

/** Reads each page once with the model of its fold. */
async function readUnseen(pages: readonly PreparedPage[], fitter: ModelFitter): Promise<ReadPage[]> {
  const models = await Promise.all(Array.from({ length: FOLDS }, (_, fold) => fitter.fit([fold])));
  const decoded = models.map(decodeModel);
  return pages.map((page) => {
    const { annotation: a, structure: s, names, fold } = page;
    const { vocabulary, first } = decoded[fold]!;
    const named = describeNames(a, s, names, vocabulary);
    const columns = new FeatureColumns(named.rows).append(page.columns).append(named);
    return {
      page,
      probabilities: readFirst(a, s, new RankedRows(first.ranks, columns), first).probabilities,
    };
  });
}
