/**
 * `npm run train -- --corpus DIR`: fits the extraction model and writes `src/core/extract/forest/weights.table.ts`, and
 * for honest measurement one model per fold of registrable domains to `.cache/folds/` (not with `--models shipped`).
 * Every step is seeded: the same corpus gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from './corpus.ts';
import { ModelFitter, type ReadingSettings } from './fit-model.ts';
import { FitPool } from './fit-pool.ts';
import { FOLDS, foldOf } from './folds.ts';
import { DATASET_WEIGHT, preparePage } from './prepared-page.ts';

const FIRST: ReadingSettings = {
  seeds: [7],
  trees: 320,
  learningRate: 0.12,
  rowShare: 0.4,
  featureShare: 0.15,
  ridge: 60,
};
const SECOND: ReadingSettings = { ...FIRST, seeds: [7, 19] };

async function train(): Promise<void> {
  const { root, corpus, threads, models } = parseArgs({
    options: {
      root: { type: 'string', default: '.' },
      corpus: { type: 'string', default: '../shared/corpus' },
      threads: { type: 'string', default: '2' },
      models: { type: 'string', default: 'all' },
    },
  }).values;
  const pages = readCorpus(corpus)
    .filter(({ dataset }) => dataset in DATASET_WEIGHT)
    .map((page) => preparePage(page, foldOf(page.domain)));
  const pool = new FitPool(Number(threads));
  const fitter = new ModelFitter(pages, pool, { first: FIRST, second: SECOND });
  const folds = path.join(root, '.cache', 'folds');
  mkdirSync(folds, { recursive: true });
  const write = async (test: number): Promise<void> => {
    const base64 = Buffer.from(await fitter.fit(test < 0 ? [] : [test])).toString('base64');
    if (test >= 0) writeFileSync(path.join(folds, `${test}.base64`), base64);
    else writeFileSync(path.join(root, 'src/core/extract/forest/weights.table.ts'), moduleText(base64));
    console.log(test < 0 ? 'shipped model' : `fold ${test}`, `${Math.round(base64.length / 1024)} KiB`);
  };
  // The shipped model (-1) first; the pool runs as many at a time as it has threads.
  const count = models === 'shipped' ? 1 : FOLDS + 1;
  await Promise.all(Array.from({ length: count }, (_, i) => write(i - 1)));
  await pool.close();
}

function moduleText(base64: string): string {
  return `// Made by \`npm run train\`; not to be edited.\n/** The extraction model, see \`decodeModel\`. */\nexport const WEIGHTS =\n  '${base64}';\n`;
}

await train();
