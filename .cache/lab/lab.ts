import { chooseThreshold } from '../../src/core/extract/choose-threshold.ts';
import { FeatureColumns } from '../../src/core/extract/feature-columns.ts';
import { type Forest, scoreRows } from '../../src/core/extract/forest.ts';
import { addNameFeatures } from '../../src/core/extract/name-features.ts';
import { probability } from '../../src/core/extract/probability.ts';
import { addScoreFeatures } from '../../src/core/extract/score-features.ts';
import { hashText } from '../../src/core/extract/word-scan.ts';
import { readCorpus } from '../../scripts/train/corpus.ts';
import { report, wordF1 } from '../../scripts/train/evaluate.ts';
import { FitPool } from '../../scripts/train/fit-pool.ts';
import { fitVocabulary, vocabularyOf } from '../../scripts/train/fit-vocabulary.ts';
import { type PreparedPage, preparePage } from '../../scripts/train/prepared-page.ts';
import { gather, makeRows } from '../../scripts/train/row-table.ts';

const FOLDS = 5;
const t0 = performance.now();
const log = (s: string) => console.log(`${((performance.now() - t0) / 1000).toFixed(1)}s ${s}`);
const env = (k: string, d: number) => Number(process.env[k] ?? d);
const settings = {
  trees: env('TREES', 150),
  learningRate: env('LR', 0.12),
  rowShare: 0.5,
  featureShare: env('FS', 0.2),
  ridge: env('RIDGE', 4),
  seed: 7,
};

const labels = readCorpus(process.argv[2]!);
const pages: PreparedPage[] = labels.map((l) => preparePage(l, (hashText(l.domain) >>> 0) % FOLDS));
if (process.env.DROP) {
  const drop = new RegExp(process.env.DROP);
  for (const p of pages) {
    p.columns.columns.forEach((c, i) => drop.test(p.columns.names[i]!) && c.fill(0));
  }
}
log(
  `prepared ${pages.length} pages, ${pages.reduce((s, p) => s + p.annotation.blocks.length, 0)} blocks, ${pages[0]!.columns.columns.length} features`,
);
report(
  'oracle',
  pages,
  pages.map((p) => wordF1(p, (b) => p.labels[b]! >= 0.5)),
);
report(
  'all',
  pages,
  pages.map((p) => wordF1(p, () => true)),
);
if (process.env.ORACLE) {
  pages
    .map((p) => ({ id: p.page.id, f: wordF1(p, (b) => p.labels[b]! >= 0.5) ?? 1 }))
    .filter((x) => x.id.startsWith('wcxb/'))
    .sort((a, b) => a.f - b.f)
    .slice(0, 40)
    .forEach((x) => console.log(x.id, x.f.toFixed(3)));
  process.exit();
}

const LIMIT = env('VOCAB', 6000);
const votes = pages.map((p) => p.votes);
const cached = new Map<string, ReturnType<typeof vocabularyOf>>();
const vocab = (leftOut: number[]) => {
  const key = [...new Set(leftOut)].sort().join(',');
  let v = cached.get(key);
  if (!v) cached.set(key, (v = vocabularyOf(fitVocabulary(votes, leftOut, LIMIT))));
  return v;
};
/** Features for a page when fold k is the test fold: trained pages leave out their own fold too. */
const named = (p: PreparedPage, k: number): FeatureColumns => {
  const out = new FeatureColumns(p.annotation.blocks.length).append(p.columns);
  addNameFeatures(p.annotation, p.names, vocab(p.fold === k ? [k] : [k, p.fold]), out);
  return out;
};
const rows = makeRows(pages);
log(`rows ${rows.page.length}`);
const pool = new FitPool(2);
const staticColumns = gather(
  rows,
  pages.map((p) => p.columns),
);
const trainRows = (k: number) =>
  Int32Array.from([...rows.page.keys()].filter((r) => pages[rows.page[r]!]!.fold !== k));
const chancesOf = (forest: Forest, columns: FeatureColumns): Int16Array =>
  Int16Array.from(scoreRows(forest, columns.columns, columns.rows), probability);

const wordsOf = (p: PreparedPage) => p.annotation.blocks.map((b) => b.count.words);
const evaluate = (title: string, chances: Int16Array[]) => {
  report(
    title,
    pages,
    pages.map((p, i) => {
      const t = chooseThreshold(chances[i]!, wordsOf(p));
      return wordF1(p, (b) => chances[i]![b]! >= t);
    }),
  );
};
const stage1: Int16Array[] = new Array(pages.length);
const importance = new Map<string, number>();
await Promise.all(
  Array.from({ length: FOLDS }, async (_, k) => {
    const forest = await pool.fit(() => {
      const nameCols = gather(
        rows,
        pages.map((p) => {
          const c = new FeatureColumns(p.annotation.blocks.length);
          if (p.fold !== k) addNameFeatures(p.annotation, p.names, vocab([k, p.fold]), c);
          else addNameFeatures(p.annotation, p.names, vocab([k]), c);
          return c;
        }),
      );
      return {
        columns: [...staticColumns, ...nameCols],
        target: rows.target,
        weight: rows.weight,
        rows: trainRows(k),
        settings,
      };
    });
    pages.forEach((p, i) => {
      if (p.fold === k) stage1[i] = chancesOf(forest, named(p, k));
    });
    const names = named(pages[0]!, 0).names;
    forest.features.forEach((f) => importance.set(names[f]!, (importance.get(names[f]!) ?? 0) + 1));
    log(`fold ${k} stage 1`);
  }),
);
evaluate('stage 1', stage1);
if (process.env.SAVE)
  (await import('node:fs')).writeFileSync(process.env.SAVE, JSON.stringify(stage1.map((x) => [...x])));
if (process.env.STAGE1) {
  await pool.close();
  process.exit();
}
if (process.env.IMP)
  console.log(
    [...importance]
      .sort((a, b) => b[1] - a[1])
      .map(([k, v]) => `${k}:${v}`)
      .join(', '),
  );
const stage2: Int16Array[] = new Array(pages.length);
const scored = (p: PreparedPage, i: number) => {
  const c = new FeatureColumns(p.annotation.blocks.length);
  addScoreFeatures(p.annotation, p.structure, stage1[i]!, c);
  return c;
};
const scoreColumns = gather(rows, pages.map(scored));
await Promise.all(
  Array.from({ length: FOLDS }, async (_, k) => {
    const forest = await pool.fit(() => {
      const nameCols = gather(
        rows,
        pages.map((p) => {
          const c = new FeatureColumns(p.annotation.blocks.length);
          addNameFeatures(p.annotation, p.names, vocab(p.fold === k ? [k] : [k, p.fold]), c);
          return c;
        }),
      );
      return {
        columns: [...staticColumns, ...nameCols, ...scoreColumns],
        target: rows.target,
        weight: rows.weight,
        rows: trainRows(k),
        settings: { ...settings, seed: 11 },
      };
    });
    pages.forEach((p, i) => {
      if (p.fold === k) stage2[i] = chancesOf(forest, named(p, k).append(scored(p, i)));
    });
    log(`fold ${k} stage 2`);
  }),
);
evaluate('stage 2', stage2);
for (const t of [1200, 1600, 2000, 2400])
  report(
    `fixed ${t}`,
    pages,
    pages.map((p, i) => wordF1(p, (b) => stage2[i]![b]! >= t)),
  );
if (process.env.WORST) {
  const list = pages
    .map((p, i) => {
      const t = chooseThreshold(stage2[i]!, wordsOf(p));
      return {
        id: p.page.id,
        type: p.page.type,
        f: wordF1(p, (b) => stage2[i]![b]! >= t) ?? 1,
        o: wordF1(p, (b) => p.labels[b]! >= 0.5) ?? 1,
      };
    })
    .filter((x) => x.id.startsWith('wcxb/') || x.id.startsWith('zh'))
    .sort((a, b) => a.f - b.f)
    .slice(0, 70);
  for (const x of list) console.log(x.id, x.type, x.f.toFixed(3), 'oracle', x.o.toFixed(3));
}
await pool.close();
log('done');
