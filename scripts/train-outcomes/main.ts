/**
 * `npm run train:outcomes -- --corpus DIR`: fits the model of stubs to the pages of `tests/outcomes/` that no rule refuses, each
 * read four times with half of the phrases withheld, as pages that say it in words which nobody foresaw, and to the genuine ones and
 * the short pages of the corpus as they are. Writes `src/core/outcome/stub/stub-weights.table.ts`. Seeded: the same pages
 * give the same bytes. `--test SETS` (an expression) keeps the labelled sets of that name for measurement and writes no model.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { convertHtml } from '../../src/core/convert-html.ts';
import type { PageReading, StubModel } from '../../src/core/outcome/page-reading.ts';
import { withholdPhrases } from '../../src/core/outcome/phrase-scanner.ts';
import { RULES } from '../../src/core/outcome/rules/rules.ts';
import { describeStub } from '../../src/core/outcome/stub/describe-stub.ts';
import { SaidWords, stemsOf } from '../../src/core/outcome/stub/said-words.ts';
import { stubProbability } from '../../src/core/outcome/stub/stub-model.ts';
import type { FeatureColumns } from '../../src/core/select/features/feature-columns.ts';
import { type Forest, NO_FOREST } from '../../src/core/select/forest/forest.ts';
import { ForestScorer } from '../../src/core/select/forest/forest-scorer.ts';
import { CERTAIN } from '../../src/core/select/forest/probability.ts';
import { fnv, type LabelledPage, labelledPages } from '../../tests/outcomes/labelled-pages.ts';
import { boost } from '../train/boost.ts';
import { readCorpus, readHtml } from '../train/corpus.ts';
import { encodeModel } from '../train/encode-model.ts';

/** Readings of a labelled page with other phrases withheld; together they weigh as much as a genuine page as it is. */
const DRAWS = 4;
/** Genuine pages of which a stem is common: 1.2 % of them. */
const COMMON_PAGES = 20;
/** Chosen on sets that another hand wrote, left out one at a time; more trees or another ridge change little. */
const SETTINGS = { trees: 200, learningRate: 0.1, rowShare: 0.7, featureShare: 0.3, ridge: 3, seed: 7 };
/** Probabilities for which a measurement tells what is refused. */
const TOLD = [0.5, 0.62, 0.75, 0.9];

const { root, corpus, test } = parseArgs({
  options: {
    root: { type: 'string', default: '.' },
    corpus: { type: 'string', default: '../shared/corpus' },
    test: { type: 'string' },
  },
}).values;

const TOPICS = RULES.map(({ topics }) => topics);

/** A page that no rule refuses, as they read it. */
interface Passed {
  readonly page: PageReading;
  readonly leads: readonly number[];
}

interface Row {
  readonly columns: FeatureColumns;
  readonly isStub: boolean;
  readonly weight: number;
}

/** The reading of a page, when the model is asked about it. */
function pass({ html, url, status }: Pick<LabelledPage, 'html' | 'url' | 'status'>): Passed | null {
  let passed: Passed | null = null;
  const stubModel: StubModel = (page, leads) => {
    passed = { page, leads };
    return { stub: 0, rule: 0 };
  };
  // Outcomes are judged when they are asked for.
  return convertHtml(html, { url }, { status, stubModel }).outcome === 'ok' ? passed : null;
}

/** Stems that genuine pages of any kind have, of those that phrases are made of. */
function commonWords(genuine: readonly Passed[]): string[] {
  const said = new SaidWords([], TOPICS);
  const pages = new Map<string, number>();
  for (const { page } of genuine)
    for (const stem of new Set(page.sentences.flatMap(({ text }) => stemsOf(text))))
      if (said.has(stem)) pages.set(stem, (pages.get(stem) ?? 0) + 1);
  return [...pages]
    .filter(([, count]) => count >= COMMON_PAGES)
    .map(([stem]) => stem)
    .sort();
}

/** Rows of the labelled pages with half of the phrases withheld, by draw. */
function drawnRows(pages: readonly LabelledPage[], common: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (let draw = 1; draw <= DRAWS; draw++) {
    withholdPhrases((phrase) => fnv(`${draw} ${phrase}`) % 2 === 0);
    const words = new SaidWords(common, TOPICS);
    for (const page of pages) {
      const passed = pass(page);
      if (passed !== null)
        rows.push({
          columns: describeStub(passed.page, passed.leads, words),
          isStub: page.label !== 'ok',
          weight: 1 / DRAWS,
        });
    }
  }
  withholdPhrases(null);
  return rows;
}

function fitForest(rows: readonly Row[]): Forest {
  const columns = rows[0]!.columns.names.map((_, f) =>
    Int16Array.from(rows, (row) => row.columns.valueAt(f, 0)),
  );
  const target = Float32Array.from(rows, ({ isStub }) => Number(isStub));
  const weight = Float32Array.from(rows, (row) => row.weight);
  return boost(columns, target, weight, Int32Array.from(rows.keys()), SETTINGS);
}

/** Tells how many of some pages a model refuses, by the probability from which it does. */
function measure(forest: Forest, rows: readonly Row[]): string {
  const scorer = new ForestScorer(forest);
  const likely = ({ columns }: Row): number => stubProbability(scorer, columns) / CERTAIN;
  return TOLD.map((least) => {
    const refused = rows.filter((row) => likely(row) >= least);
    const stubs = refused.filter(({ isStub }) => isStub).length;
    const all = rows.filter(({ isStub }) => isStub).length;
    return `from ${least}: ${stubs} of ${all} stubs, ${refused.length - stubs} of ${rows.length - all} genuine pages`;
  }).join('\n');
}

/** Outcomes that no rule weighs signs for. */
const UNREASONED = new Set<string>(['js_required', 'empty_content']);
const labelled = labelledPages(path.join(root, 'tests/outcomes/pages')).filter(
  ({ label }) => !UNREASONED.has(label),
);
const kept = test === undefined ? null : new RegExp(test);
const taught = labelled.filter(({ id }) => kept === null || !kept.test(id));
const genuine = [
  ...taught.filter(({ label }) => label === 'ok').map(pass),
  ...readCorpus(corpus, path.join(root, 'bench/readers/labels.jsonl')).map(({ file, url }) =>
    pass({ html: readHtml(file), url, status: 200 }),
  ),
].filter((one) => one !== null);
const common = commonWords(genuine);
const words = new SaidWords(common, TOPICS);
const rowOf = ({ page, leads }: Passed, isStub: boolean): Row => ({
  columns: describeStub(page, leads, words),
  isStub,
  weight: 1,
});
const rows = [...genuine.map((one) => rowOf(one, false)), ...drawnRows(taught, common)];
const forest = fitForest(rows);
console.log(`${rows.length} rows, of pages that are taught:\n${measure(forest, rows)}`);
if (kept === null) {
  const weights = encodeModel({ hashes: new Int32Array(), scores: new Int8Array() }, forest, NO_FOREST);
  writeFileSync(
    path.join(root, 'src/core/outcome/stub/stub-weights.table.ts'),
    `// Made by \`npm run train:outcomes\`; not to be edited.
/** The model of stubs, see \`decodeModel\`. */
export const STUB_WEIGHTS =
  '${weights}';
/** Stems of phrases that pages of any kind have. */
export const COMMON_WORDS =
  "${common.join(' ')}";
`,
  );
} else {
  const left = labelled.filter(({ id }) => kept.test(id));
  const passed = left.flatMap((page) => {
    const one = pass(page);
    return one === null ? [] : [rowOf(one, page.label !== 'ok')];
  });
  console.log(`Of the sets that were left out:\n${measure(forest, passed)}`);
}
