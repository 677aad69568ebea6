#!/usr/bin/env node
// CPU of whole conversions beside parse5's default parse of the same pages, in one warm process:
//   node bench/speed.mjs --corpus DIR [--pages 150] [--json out.json]
// Correctness first: a converter that answers nothing for most pages is not timed.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parse } from 'parse5';
import { convertHtml } from '../dist/index.js';
import { convert as defuddle } from './adapters/defuddle.mjs';
import { convert as mdream } from './adapters/mdream.mjs';
import { convert as readability } from './adapters/readability.mjs';
import { option, readPages } from './corpus.mjs';

const wanted = Number(option('pages', '150'));
const all = readPages({
  corpus: option('corpus', '../shared/corpus'),
  datasets: ['wcxb', 'wcxb-more', 'zh'],
});
const step = Math.max(1, Math.floor(all.length / wanted));
const pages = all.filter((_, i) => i % step === 0).slice(0, wanted);
pages.forEach((page) => {
  page.text = page.html.toString('utf8');
});

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const candidates = {
  parse5: ({ text }) => (parse(text).childNodes.length > 0 ? 'parsed' : ''),
  pagemark: ({ html, url }) => convertHtml(html, { url, contentType: 'text/html; charset=utf-8' }).markdown,
  mdream: async ({ text, url }) => (await mdream({ html: text, url })).markdown,
  'readability+linkedom+turndown': async ({ text }) => (await readability({ html: text })).markdown,
  defuddle: async ({ text, url }) => (await defuddle({ html: text, url })).markdown,
};

/** Runs all pages once; answers CPU of each page in milliseconds and how many answers hold text. */
async function round(run) {
  const times = [];
  let answered = 0;
  for (const page of pages) {
    const from = cpuMs();
    const answer = await Promise.resolve(page)
      .then(run)
      .catch(() => '');
    times.push(cpuMs() - from);
    if (answer.trim() !== '') answered++;
  }
  return { times, answered };
}

const quiet = console.error;
console.error = () => {};
console.warn = () => {};
const rows = {};
for (const [name, run] of Object.entries(candidates)) {
  await round(run);
  const rounds = [await round(run), await round(run)];
  const best = rounds[0].times.map((time, i) => Math.min(time, rounds[1].times[i]));
  rows[name] = { cpuMs: best.reduce((sum, time) => sum + time, 0), answered: rounds[0].answered, best };
}
console.error = quiet;
const base = rows.parse5;
const worst = Math.max(...base.best.map((time, i) => (time > 1 ? rows.pagemark.best[i] / time : 0)));
for (const [name, row] of Object.entries(rows)) {
  row.ratio = row.cpuMs / base.cpuMs;
  console.log(
    `${name.padEnd(32)} ${row.cpuMs.toFixed(0).padStart(7)} ms  ${row.ratio.toFixed(2)} × parse5  ${row.answered}/${pages.length} answered`,
  );
  delete row.best;
}
console.log(
  `worst page of pagemark: ${worst.toFixed(1)} × its parse; peak RSS ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
);
const out = option('json');
if (out) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD']).toString().trim();
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  writeFileSync(out, JSON.stringify({ commit, machine, pages: pages.length, worst, rows }, null, 1));
}
