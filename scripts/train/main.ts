/**
 * `npm run train -- --corpus DIR`: fits the extraction model and writes `src/core/extract/weights.table.ts`, and
 * for honest measurement one model per fold of registrable domains to `.cache/folds/` (not with `--models shipped`).
 * Every step is seeded: the same corpus gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeNames } from '../../src/core/extract/describe-blocks.ts';
import { FeatureColumns } from '../../src/core/extract/feature-columns.ts';
import { encodeModel } from '../../src/core/extract/model.ts';
import type { BoostSettings } from './boost.ts';
import { readCorpus } from './corpus.ts';
import { FitPool } from './fit-pool.ts';
import { fitVocabulary, type VocabularyData, vocabularyOf } from './fit-vocabulary.ts';
import { FOLDS, foldOf } from './folds.ts';
import { type PreparedPage, preparePage } from './prepared-page.ts';
import { gather, makeRows } from './row-table.ts';

const SETTINGS: Omit<BoostSettings, 'seed'> = {
  trees: 260,
  learningRate: 0.14,
  rowShare: 0.4,
  featureShare: 0.15,
  ridge: 60,
};
const SEEDS = [7, 19];
const MAX_VOCABULARY = 6000;

function argument(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
}

async function train(): Promise<void> {
  const corpus = argument('corpus', '../shared/corpus');
  const root = argument('root', '.');
  const pages = readCorpus(corpus).map((page) => preparePage(page, foldOf(page.domain)));
  const rows = makeRows(pages);
  const fixed = gather(
    rows,
    pages.map((p) => p.columns),
  );
  const pool = new FitPool(Number(argument('threads', '2')));
  const fitOne = async (test: number): Promise<Uint8Array> => {
    const vocabulary = vocabularyFor(pages, test < 0 ? [] : [test]);
    const named = gather(rows, namesWithoutOwnFold(pages, test));
    const kept = Int32Array.from(
      [...rows.page.keys()].filter((row) => pages[rows.page[row]!]!.fold !== test),
    );
    const forests = await Promise.all(
      SEEDS.map((seed) =>
        pool.fit(() => ({
          columns: [...fixed, ...named],
          target: rows.target,
          weight: rows.weight,
          rows: kept,
          settings: { ...SETTINGS, seed },
        })),
      ),
    );
    return encodeModel(vocabulary, forests);
  };
  const folds = path.join(root, '.cache', 'folds');
  mkdirSync(folds, { recursive: true });
  const write = async (test: number): Promise<void> => {
    const base64 = Buffer.from(await fitOne(test)).toString('base64');
    if (test >= 0) writeFileSync(path.join(folds, `${test}.base64`), base64);
    else writeFileSync(path.join(root, 'src/core/extract/weights.table.ts'), moduleText(base64));
    console.log(test < 0 ? 'shipped model' : `fold ${test}`, `${Math.round(base64.length / 1024)} KiB`);
  };
  // The shipped model (-1) first; the pool runs as many at a time as it has threads.
  const models = argument('models', 'all') === 'shipped' ? 1 : FOLDS + 1;
  await Promise.all(Array.from({ length: models }, (_, i) => write(i - 1)));
  await pool.close();
}

const cache = new Map<string, VocabularyData>();

function vocabularyFor(pages: readonly PreparedPage[], leftOut: readonly number[]): VocabularyData {
  const key = [...new Set(leftOut)].sort().join();
  const known = cache.get(key);
  if (known) return known;
  const votes = pages.map((p) => p.votes);
  const fitted = fitVocabulary(votes, leftOut, MAX_VOCABULARY);
  cache.set(key, fitted);
  return fitted;
}

/** Training pages are described with a vocabulary that never saw their own fold, as unseen pages will be. */
function namesWithoutOwnFold(pages: readonly PreparedPage[], test: number): (FeatureColumns | null)[] {
  return pages.map((p) => {
    if (p.fold === test) return new FeatureColumns(0);
    const leftOut = test < 0 ? [p.fold] : [test, p.fold];
    return describeNames(p.annotation, p.structure, p.names, vocabularyOf(vocabularyFor(pages, leftOut)));
  });
}

function moduleText(base64: string): string {
  return `// Made by \`npm run train\`; not to be edited.\n/** The extraction model, see \`decodeModel\`. */\nexport const WEIGHTS =\n  '${base64}';\n`;
}

await train();
