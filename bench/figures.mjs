#!/usr/bin/env node
// Compares the figures of quality that README, guides and plots give with those of this build: node bench/figures.mjs [--corpus DIR]
// Fails where a share differs by more than two percentage points, a count or a size by more than 15 %, where documents and plots
// do not say what bench/results says, and where timings are older than the baseline. The labels of readers want a corpus and the
// weights of `npm run train`, the other converters what `npm run bench` installs. Figures of scorecard.json are of pages that
// nobody here may see: whoever keeps them measures them.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONVERTERS } from './converters.mjs';
import { option } from './options.mjs';
import { stale } from './readme.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const read = (file) => JSON.parse(readFileSync(here(file), 'utf8'));

/** By how much a figure may differ from what is said, by its kind. */
const MOST = { share: () => 0.02, count: (said) => 0.15 * said, size: (said) => 0.15 * said };

const byConverter = (rows, of) => Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, of(row)]));
const byKind = (rows, of) => Object.fromEntries((rows ?? []).map((row) => [row.title, of(row)]));
const GUIDE = 'docs/benchmark.md';
const README = 'README.md, docs/benchmark.md, docs/plots/constructs-kept.svg';
/** What is compared: where it stands, and how it is read of measures, those that are said and those of this build. */
const FIGURES = [
  ['words found on own pages', 'share', GUIDE, ({ quality }) => byConverter(quality, ({ f1 }) => f1)],
  ['own pages', 'count', GUIDE, ({ pages }) => ({ pages })],
  ['constructs', 'share', README, ({ fidelity }) => byConverter(fidelity, (row) => row.equal / row.cases)],
  ['cases', 'count', README, ({ fidelity }) => byConverter(fidelity, ({ cases }) => cases)],
  [
    'generic constructs',
    'share',
    GUIDE,
    ({ fidelity }) => byConverter(fidelity, (row) => row.genericEqual / row.genericCases),
  ],
  ['MiB at 1 MB', 'size', GUIDE, ({ sizes }) => ({ pagemark: peakAt1Mb(sizes.pagemark) })],
  ['labels: F1', 'share', GUIDE, ({ labels }) => byKind(labels, ({ f1 }) => f1)],
  ['labels: precision', 'share', GUIDE, ({ labels }) => byKind(labels, ({ precision }) => precision)],
  ['labels: recall', 'share', GUIDE, ({ labels }) => byKind(labels, ({ recall }) => recall)],
  ['labels: under half', 'share', GUIDE, ({ labels }) => byKind(labels, ({ missed }) => missed)],
  ['labels: pages', 'count', GUIDE, ({ labels }) => byKind(labels, ({ pages }) => pages)],
];

const peakAt1Mb = ({ points }) => points.find(({ kib }) => kib >= 1000)?.peakMib;

/** Sentences on what differs between measures that are said and those of a build; others than our own may be left out of those. */
export function differences(said, now) {
  return FIGURES.flatMap(([name, kind, place, of]) => {
    const found = of(now);
    const isLeftOut = (id) => found[id] === undefined && id !== 'pagemark';
    return Object.entries(of(said))
      .filter(([id, value]) => !isLeftOut(id) && !(Math.abs(found[id] - value) <= MOST[kind](value)))
      .map(
        ([id, value]) =>
          `${name}, ${id}: ${place} say ${value.toFixed(3)}, this build gives ${found[id]?.toFixed(3) ?? 'none'}`,
      );
  });
}

export function measuresSaid() {
  const { set, measures } = read('results/latest.json');
  return { ...measures, pages: set.pages, labels: read('results/readers.json').rows };
}

async function measuresNow(corpus) {
  const { measureFidelity } = await import('./measures/fidelity.mjs');
  const { measurePages } = await import('./measures/pages.mjs');
  const { measureSizes } = await import('./measures/sizes.mjs');
  const { pageSet } = await import('./page-set.mjs');
  const arePeersHere = existsSync(here('node_modules/defuddle'));
  if (!arePeersHere) console.log('figures: LEFT OUT: other converters. To compare them: npm run bench');
  const converters = arePeersHere ? CONVERTERS : CONVERTERS.slice(0, 1);
  const adapterOf = (id) => id;
  const set = pageSet({});
  return {
    pages: set.pages.length,
    quality: await measurePages({ set, adapterOf, converters }),
    fidelity: await measureFidelity({ adapterOf, converters }),
    sizes: await measureSizes({
      adapterOf,
      converters: CONVERTERS.slice(0, 1),
      sizesKib: [16, 64, 256, 1024],
      limitMs: 10_000,
    }),
    labels: await labelsNow(corpus),
  };
}

async function labelsNow(corpus) {
  if (corpus === undefined || !existsSync(here('../.cache/folds/0.txt'))) {
    console.log(
      'figures: LEFT OUT: labels of readers. To compare them: npm run train -- --corpus DIR && npm run check:full -- --corpus DIR',
    );
    return null;
  }
  const { judgeLabels } = await import('./readers/score.mjs');
  return (await judgeLabels({ corpus, adapter: 'pagemark-unseen' })).rows;
}

async function main() {
  const problems = stale().map((file) => `${file} differs from bench/results; run: node bench/readme.mjs`);
  const { since } = read('baseline.json');
  for (const name of ['latest.json', 'overload.json']) {
    const day = read(`results/${name}`).date.slice(0, 10);
    if (day < since)
      problems.push(`Measure ${name} anew: it is of ${day}, the baseline has moved on ${since}`);
  }
  problems.push(...differences(measuresSaid(), await measuresNow(option('corpus'))));
  for (const problem of problems) console.error(`figures: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('figures: documents and plots say what this build gives');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
