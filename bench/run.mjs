#!/usr/bin/env node
// The scorecard: npm run bench -- [--corpus DIR] [--only quality,fidelity,speed,sizes] [--converters a,b] [--all]
//   --corpus DIR   judge quality, determinism and speed on a corpus instead of the small own set (docs/benchmark.md)
//   --pages N      how many pages of the corpus (120; "all"), --speed-pages N (60), --rounds N (3; own set 8)
//   --max-kib N    largest page of the sizes (4096), --limit-s N of CPU for one article (10)
//   --all          also the slow checks: CPU from the first page on, overload, MCP, renders, memory, properties
//   --out DIR      where results go (bench/results)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { flag, option } from './options.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const startedAt = performance.now();
if (!existsSync(path.join(HERE, 'node_modules', 'defuddle'))) installPeers();
const { CONVERTERS } = await import('./converters.mjs');
const { load, provenance } = await import('./provenance.mjs');
const { pageSet } = await import('./page-set.mjs');
const { tables } = await import('./tables.mjs');

const wanted = option('converters')?.split(',');
const converters = CONVERTERS.filter(({ id }) => id === 'pagemark' || (wanted?.includes(id) ?? true));
const only = option('only')?.split(',');
const corpus = option('corpus');
const pages = option('pages', '120');
const set = pageSet({ corpus, limit: pages === 'all' ? undefined : Number(pages) });
const adapterOf = judgedAdapters();
const shipped = (id) => id;

const results = { ...provenance(converters), set: describeSet(), loadBefore: load(), measures: {} };
for (const [name, measure] of Object.entries(measures())) {
  if (only && !only.includes(name)) continue;
  console.error(`${name} …`);
  results.measures[name] = await measure();
}
Object.assign(results, { loadAfter: load(), seconds: Math.round((performance.now() - startedAt) / 1000) });
if (flag('all')) runChecks();
await publish();
console.log(tables(results, converters));

/** The measures in their order; each answers one row per converter. */
function measures() {
  const limitMs = Number(option('limit-s', '10')) * 1000;
  return {
    quality: async () => {
      const { measurePages } = await import('./measures/pages.mjs');
      const againStep = set.kind === 'own' ? 1 : Math.ceil(set.pages.length / 60);
      return measurePages({ set, adapterOf, converters, againStep });
    },
    fidelity: async () =>
      (await import('./measures/fidelity.mjs')).measureFidelity({ adapterOf: shipped, converters }),
    speed: async () => {
      const { measureSpeed } = await import('./measures/speed.mjs');
      const rounds = Number(option('rounds', set.kind === 'own' ? '8' : '3'));
      const limit = Number(option('speed-pages', '60'));
      const step = Math.ceil(set.pages.length / limit);
      const sample = { ...set, pages: set.pages.filter((_, i) => i % step === 0) };
      return measureSpeed({ set: sample, adapterOf: shipped, converters, rounds });
    },
    sizes: async () => {
      const { measureSizes } = await import('./measures/sizes.mjs');
      const sizesKib = [16, 64, 256, 1024, 4096, 16384].filter(
        (kib) => kib <= Number(option('max-kib', '4096')),
      );
      return measureSizes({ adapterOf: shipped, converters, sizesKib, limitMs });
    },
  };
}

/** Where the weights of cross-validation are at hand, a corpus is judged with those that never saw the page's domain. */
function judgedAdapters() {
  const hasFolds = existsSync(path.join(HERE, '..', '.cache', 'folds', '0.txt'));
  const isUnseen = set.kind === 'corpus' && hasFolds;
  return (id) => (id === 'pagemark' && isUnseen ? 'pagemark-unseen' : id);
}

function describeSet() {
  const weights =
    set.kind === 'own'
      ? 'shipped weights, not trained on these pages'
      : adapterOf('pagemark') === 'pagemark-unseen'
        ? 'cross-validated: weights that never saw the domain of the page'
        : 'shipped weights, which may have been trained on these pages';
  return { name: set.name, kind: set.kind, pages: set.pages.length, weights };
}

/** The latest results are of all measures on the own set, with every converter; others are written beside them, by date and commit. */
async function publish() {
  const out = path.resolve(option('out', path.join(HERE, 'results')));
  mkdirSync(out, { recursive: true });
  const write = (name, text) => writeFileSync(path.join(out, name), text);
  const json = `${JSON.stringify(results, null, 1)}\n`;
  if (wanted || only || corpus !== undefined)
    return write(`${results.date.slice(0, 10)}-${results.commit.slice(0, 10)}-${set.kind}.json`, json);
  write('latest.json', json);
  if (out === path.join(HERE, 'results')) return (await import('./readme.mjs')).writeDocuments();
  const { drawPlots } = await import('./plots/draw-plots.mjs');
  for (const [file, svg] of Object.entries(drawPlots(out))) write(file, svg);
}

/** What is slow or of pagemark alone. A check that fails fails the run. */
function runChecks() {
  const latency = path.join(HERE, 'results', 'overload.json');
  const onCorpus =
    corpus === undefined
      ? []
      : ['markers.mjs', 'determinism.mjs', 'memory.mjs', 'rounds.mjs', 'backslashes.mjs', 'noise.mjs'];
  const scripts = [...onCorpus, 'writer.mjs', 'properties.mjs', 'mcp.mjs', 'render-soak.mjs'];
  const runs = scripts.map((name) => [
    name,
    ...(onCorpus.includes(name) ? ['--corpus', path.resolve(corpus)] : []),
  ]);
  for (const [script, ...args] of [...runs, ['overload.mjs', '--json', latency]]) {
    console.error(`${script} …`);
    const run = spawnSync(process.execPath, ['--expose-gc', path.join(HERE, script), ...args], {
      stdio: 'inherit',
    });
    if (run.status !== 0) process.exitCode = 1;
  }
}

function installPeers() {
  console.error('installing the peers into bench/node_modules …');
  const run = spawnSync('npm', ['install', '--no-save', '--no-fund', '--no-audit'], {
    cwd: HERE,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('npm install in bench/ failed; see its output above');
}
