#!/usr/bin/env node
// CPU of whole conversions over parse5's default parse of the same pages, in one warm process:
//   node --max-semi-space-size=16 bench/parse-cost.mjs --corpus DIR [--step 1] [--rounds 7] [--beside DIST]
// Page by page, parse and conversion in another order each round: a page that was just read is read faster. The least
// of `rounds` counts for each page. CPU of helper threads (garbage collection, compilation) is counted. Warming up reads the
// metadata too, as that of the workers does; what is timed is the Markdown. `--beside` names the built index.js of another
// version, timed by the same turns.
// Correctness first: a page without Markdown is named, and nearly every page must give some.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import { convertHtml } from '../dist/index.js';
import { readPages } from './corpus.mjs';
import { cpuMs } from './cpu.mjs';
import { option } from './options.mjs';

const WARM_UP_ROUNDS = 2;
/** Largest share of pages that may give nothing: some have no text. */
const MAX_EMPTY = 0.03;
const rounds = Number(option('rounds', '7'));
const pages = readPages({
  corpus: option('corpus', '../shared/corpus'),
  datasets: option('datasets')?.split(','),
  step: Number(option('step', '1')),
}).map((page) => ({ ...page, source: page.html.toString('utf8') }));

const contenders = { parse5: ({ source }) => parse(source), pagemark: converterOf(convertHtml) };
const beside = option('beside');
if (beside) contenders.beside = converterOf((await import(pathToFileURL(path.resolve(beside)))).convertHtml);

const converters = Object.entries(contenders).filter(([name]) => name !== 'parse5');
for (const [name, convert] of converters) {
  const empty = pages.filter((page) => convert(page) === '');
  for (const { id } of empty) console.log(`${name} gives nothing of ${id}`);
  if (empty.length > pages.length * MAX_EMPTY)
    throw new Error(`${name} gives nothing of ${empty.length} pages`);
}

const least = Object.fromEntries(
  Object.keys(contenders).map((name) => [name, pages.map(() => Number.POSITIVE_INFINITY)]),
);
const turns = Object.entries(contenders);
for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
  for (const [at, page] of pages.entries())
    for (const [name, run] of turns) {
      const before = cpuMs();
      run(page, round < WARM_UP_ROUNDS);
      const ms = cpuMs() - before;
      if (round >= WARM_UP_ROUNDS) least[name][at] = Math.min(least[name][at], ms);
    }
  if (round % 2 === 0) turns.reverse();
  else turns.push(turns.shift());
}

const total = (name) => least[name].reduce((sum, ms) => sum + ms, 0);
for (const name of Object.keys(contenders))
  console.log(
    `${name.padEnd(9)} ${(total(name) / pages.length).toFixed(2)} ms a page, ${(total(name) / total('parse5')).toFixed(3)} × parse5`,
  );
const ratios = pages
  .map(({ id }, at) => ({ id, ratio: least.pagemark[at] / least.parse5[at], ms: least.pagemark[at] }))
  .sort((a, b) => b.ratio - a.ratio);
for (const { id, ratio, ms } of ratios.slice(0, 5))
  console.log(`  ${id} ${ratio.toFixed(2)} × parse5 (${ms.toFixed(1)} ms)`);
console.log(`${pages.length} pages, least of ${rounds} (${process.version})`);

function converterOf(convert) {
  return ({ html, url }, warming = false) => {
    const conversion = convert(html, { url, contentType: 'text/html; charset=utf-8' });
    return warming ? [conversion.metadata, conversion.markdown].at(-1) : conversion.markdown;
  };
}
