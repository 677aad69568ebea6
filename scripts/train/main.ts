/**
 * `npm run train -- --corpus DIR`: fits the extraction model and writes `src/core/select/forest/weights.table.ts`, and for
 * honest measurement one model per fold of registrable domains to `.cache/folds/` (not with `--models shipped`), with their
 * figures on the terminal. Every step is seeded: the same corpus gives the same bytes. `--seed N` draws otherwise, to measure
 * noise. `--report` writes no model: it tells what each source, more sites and each group of features bring.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodeModel } from '../../src/core/select/forest/model.ts';
import { readProbabilities } from '../../src/core/select/reading/read-probabilities.ts';
import type { BoostSettings } from './boost.ts';
import { readCorpus } from './corpus.ts';
import { ModelFitter } from './fit-model.ts';
import { FitPool } from './fit-pool.ts';
import { FOLDS, foldOf } from './folds.ts';
import { DATASET_WEIGHT, type PreparedPage, preparePage } from './prepared-page.ts';
import { runProbes } from './probe.ts';
import { reportOf } from './report.ts';

/** Of both readings. */
const SETTINGS: Omit<BoostSettings, 'seed'> = {
  trees: 320,
  learningRate: 0.12,
  rowShare: 0.4,
  featureShare: 0.2,
  ridge: 60,
};

const { root, corpus, labels, threads, models, seed, report } = parseArgs({
  options: {
    root: { type: 'string', default: '.' },
    corpus: { type: 'string', default: '../shared/corpus' },
    labels: { type: 'string', default: 'bench/readers/labels.jsonl' },
    threads: { type: 'string', default: '2' },
    models: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '7' },
    report: { type: 'boolean', default: false },
  },
}).values;

/** Fits the shipped model and those of the folds, and writes them; answers the figures of the folds. */
async function train(pages: readonly PreparedPage[], pool: FitPool): Promise<string> {
  const settings = { ...SETTINGS, seed: Number(seed) };
  const fitter = new ModelFitter(pages, pool, { first: settings, second: settings });
  const folds = path.join(root, '.cache', 'folds');
  mkdirSync(folds, { recursive: true });
  const ship = async (): Promise<void> =>
    writeFileSync(
      path.join(root, 'src/core/select/forest/weights.table.ts'),
      moduleText(await fitter.fit([])),
    );
  const validate = async (fold: number) => {
    const weights = await fitter.fit([fold]);
    writeFileSync(path.join(folds, `${fold}.txt`), weights);
    const model = decodeModel(weights);
    return pages
      .filter((page) => page.fold === fold)
      .map((page) => ({
        page,
        probabilities: readProbabilities(page.annotation, page.structure, page.page.url, model),
      }));
  };
  // The shipped model first; the pool runs as many at a time as it has threads.
  const shipped = ship();
  const validated = await Promise.all(
    Array.from({ length: models === 'shipped' ? 0 : FOLDS }, (_, fold) => validate(fold)),
  );
  await shipped;
  return models === 'shipped' ? '' : reportOf(validated.flat());
}

function moduleText(weights: string): string {
  return `// Made by \`npm run train\`; not to be edited.\n/** The extraction model, see \`decodeModel\`. */\nexport const WEIGHTS =\n  '${weights}';\n`;
}

const pages = readCorpus(corpus, path.join(root, labels))
  .filter(({ dataset, marked }) => marked !== null || dataset in DATASET_WEIGHT)
  .map((page) => preparePage(page, foldOf(page.domain)));
const pool = new FitPool(Number(threads));
console.log(
  report ? await runProbes(pages, pool, { ...SETTINGS, seed: Number(seed) }) : await train(pages, pool),
);
await pool.close();
