#!/usr/bin/env node
// What disturbs readers of the written Markdown, per 1,000 words, beside the peers whose Markdown parses back:
//   node bench/noise.mjs --corpus DIR [--datasets a,b] [--converters a,b] [--worst NAME] [--write]
// Fails when pagemark is noisier on a data set than bench/results/noise.json says; `--write` writes that file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ConverterProcess } from './converter-process.mjs';
import { CONVERTERS } from './converters.mjs';
import { datasetsOf, eachPage } from './corpus.mjs';
import { noiseOf } from './noise-of.mjs';
import { flag, option } from './options.mjs';
import { table } from './table.mjs';

const FIGURES = new URL('./results/noise.json', import.meta.url);
const KINDS = [
  'escapes',
  '\\$',
  'broken addresses',
  'link titles',
  'empty pictures',
  'repeated blocks',
  'glued words',
  'level skips',
  'nbsp',
  'tags',
];
/** Rates have as many digits: a sign in a million words shows. */
const DIGITS = 3;

const corpus = option('corpus', '../shared/corpus');
const datasets = option('datasets')?.split(',') ?? datasetsOf(corpus);
const ids = option('converters', 'pagemark,defuddle,readability-linkedom').split(',');
const worst = option('worst');

/** Counts of a converter by data set, pages that it fails on left out. */
async function measure(id) {
  const process = new ConverterProcess(id);
  const sums = {};
  const pages = [];
  for (const { id: page, url, html, label } of eachPage({ corpus, datasets })) {
    const { markdown } = await process.convert({ html: html.toString('utf8'), url });
    const [dataset] = page.split('/');
    sums[dataset] ??= {};
    const sum = sums[dataset];
    const counts = noiseOf(markdown, label.text ?? label.markdown);
    for (const [name, count] of counts) sum[name] = (sum[name] ?? 0) + count;
    if (worst !== undefined) pages.push([counts.get(worst) ?? 0, page]);
  }
  process.close();
  for (const [count, page] of pages.sort((a, b) => b[0] - a[0]).slice(0, 20)) console.log(count, page);
  return sums;
}

const rate = (sum, name) => Number((((sum[name] ?? 0) * 1000) / Math.max(1, sum.words ?? 0)).toFixed(DIGITS));
const added = (sums) => {
  const total = {};
  for (const sum of sums)
    for (const [name, count] of Object.entries(sum)) total[name] = (total[name] ?? 0) + count;
  return total;
};

const measured = {};
for (const id of ids) measured[id] = await measure(id);
const groups = { all: datasets, 'wcxb + zh': datasets.filter((name) => /^(?:wcxb|zh)$/.test(name)) };
for (const [title, names] of Object.entries(groups)) {
  const rows = ids.map((id) => {
    const sum = added(names.map((name) => measured[id][name] ?? {}));
    const { label } = CONVERTERS.find((one) => one.id === id);
    return [label, sum.words ?? 0, ...KINDS.map((kind) => `${rate(sum, kind)} (${sum[kind] ?? 0})`)];
  });
  console.log(`\n${title}: per 1,000 words (count)\n\n${table([['', 'words', ...KINDS], ...rows])}`);
}
const own = added(Object.values(measured.pagemark ?? {}));
const signs = Object.entries(own).filter(([name]) => name.startsWith('\\'));
console.log(
  `\npagemark's backslashes: ${signs
    .sort((a, b) => b[1] - a[1])
    .map(([sign, count]) => `${sign} ${count}`)
    .join(', ')}`,
);

const rates = Object.fromEntries(
  Object.entries(measured.pagemark ?? {}).map(([name, sum]) => [
    name,
    Object.fromEntries(KINDS.map((kind) => [kind, rate(sum, kind)])),
  ]),
);
if (flag('write')) writeFileSync(FIGURES, `${JSON.stringify(rates, null, 1)}\n`);
else if (existsSync(FIGURES)) {
  const budget = JSON.parse(readFileSync(FIGURES, 'utf8'));
  for (const [name, kinds] of Object.entries(rates))
    for (const [kind, now] of Object.entries(kinds)) {
      if (now <= (budget[name]?.[kind] ?? Number.POSITIVE_INFINITY)) continue;
      console.log(`${name}: ${kind} rose from ${budget[name][kind]} to ${now} per 1,000 words`);
      process.exitCode = 1;
    }
}
