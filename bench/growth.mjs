#!/usr/bin/env node
// CPU per doubling of a page in one dimension, beside parse5's own growth on the same pages, in a warm process for each:
//   node bench/growth.mjs [--only depth,rows] [--from 50] [--json out.json]
// From the size at which both need `--from` milliseconds, by two doublings. Best of five. What comes out above the bound
// is measured again in a new process, three times at most, and the best of all counts for both sides: where in a page a
// process collects its heap is chance, a page that really grows faster stays above. The number of processes is told.
// Correctness first: the innermost or last text of every page must be in the Markdown.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { convertHtml } from '../dist/index.js';
import { cpuMs } from './cpu.mjs';
import { option } from './options.mjs';

const PROSE =
  '<p>Words of prose, with commas, that an article would have in its every paragraph, over and over.</p>';
const page = (body) =>
  `<!DOCTYPE html><title>Growth</title><body><main><article>${PROSE}${body}</article></main>`;
const repeat = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const nest = (n, open, inner, close) => open.repeat(n) + inner + close.repeat(n);

/** Pages of size `n` in each dimension; each holds the word `innermost` where it is hardest to reach. */
const DIMENSIONS = {
  size: (n) =>
    repeat(n, (i) => `<p>Paragraph ${i} has <b>bold</b> and <a href="/x${i}">linked</a> words.</p>`) +
    '<p>innermost</p>',
  text: (n) => `<p>${'plain words of one paragraph '.repeat(n)}innermost</p>`,
  depth: (n) => nest(n, '<div>', '<p>innermost words</p>', '</div>'),
  quotes: (n) => nest(n, '<blockquote>', '<p>innermost words</p>', '</blockquote>'),
  lists: (n) => nest(n, '<ul><li>x', 'innermost words', '</ul>'),
  spans: (n) => `<p>${nest(n, '<span>', 'innermost words', '</span>')}</p>`,
  inline: (n) =>
    `${repeat(n >> 3, (i) => `<p>${nest(8, '<b><i>', `deep ${i}`, '</i></b>')}</p>`)}<p>innermost</p>`,
  marks: (n) => `<p>${repeat(n, (i) => `<b>a</b><i>b${i}</i><s>c</s> `)}innermost</p>`,
  misnested: (n) => `${repeat(n, () => '<p><b><i>one</b> two</i> three</p>')}<p>innermost</p>`,
  attributes: (n) => `<p ${repeat(n, (i) => `data-a${i}="${i}" `)}>innermost words</p>`,
  attribute: (n) =>
    `<p class="${repeat(n, (i) => `class-${i} `)}" style="${'a:b;'.repeat(n)}">innermost words</p>`,
  rows: (n) =>
    `<table><tr><th>a<th>b${repeat(n, (i) => `<tr><td>${i}<td>cell`)}<tr><td>innermost<td>x</table>`,
  columns: (n) =>
    `${repeat(
      n >> 5,
      () => `<table><tr>${repeat(32, (i) => `<td>c${i}`)}<tr>${repeat(32, (i) => `<td>d${i}`)}</table>`,
    )}<p>innermost</p>`,
  cell: (n) => `<table><tr><th>a<th>b<tr><td>x<td>${repeat(n, (i) => `line ${i}<br>`)}innermost</table>`,
  links: (n) => `<p>${repeat(n, (i) => `<a href="/${i}">l</a> `)}innermost</p>`,
  escapes: (n) => `<p>${'*a_ [b] `c` $d$ &lt;e ~f~ '.repeat(n)}innermost</p>`,
  brackets: (n) => `<p>${'[(!'.repeat(n)}innermost</p>`,
  stars: (n) => `<p>${'*a **b '.repeat(n)}innermost</p>`,
  breaks: (n) => `<p>${'a<br>'.repeat(n)}innermost</p>`,
  code: (n) => `<pre><code>${'const x = `y`;\n'.repeat(n)}innermost</code></pre>`,
  highlighted: (n) =>
    `<pre><code>${repeat(n, (i) => `<span class="k">let</span> <span class="n">x${i}</span>;\n`)}innermost</code></pre>`,
  notes: (n) =>
    `<p>${repeat(n, (i) => `w<sup><a href="#fn${i}" id="r${i}">${i}</a></sup> `)}innermost</p><section class="footnotes"><hr><ol>${repeat(n, (i) => `<li id="fn${i}"><p>note ${i} <a href="#r${i}">↩</a></p></li>`)}</ol></section>`,
  images: (n) =>
    repeat(n, (i) => `<figure><img src="/i${i}.png" alt="a"><figcaption>c</figcaption></figure>`) +
    '<p>innermost</p>',
  math: (n) => `<p>${'<math><mi>x</mi><mo>=</mo><mn>1</mn></math> '.repeat(n)}innermost</p>`,
  blanks: (n) => `<p>a${' &nbsp; \n'.repeat(n)}innermost</p>`,
};

/** Most growth per doubling, in parse5's own. */
const BOUND = 1.15;
const ROUNDS = 5;
const MAX_PROCESSES = 4;

/**
 * Least CPU of each of `runs` in five rounds; they take turns, so that a busy machine is busy for all. Each starts with
 * an empty young generation; a whole collection would throw optimised code away, and the process is to be warm.
 */
function best(runs) {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    runs.forEach((run, i) => {
      globalThis.gc?.({ type: 'minor' });
      const from = cpuMs();
      run();
      least[i] = Math.min(least[i], cpuMs() - from);
    });
  return least;
}

const URL = 'https://example.com/a';
const MAX_BYTES = 32e6;
const convert = (html) => convertHtml(html, { url: URL }).markdown;

/** The size from which both need `from` milliseconds. */
function sizeFrom(make, from) {
  let n = 256;
  for (; page(make(n * 2)).length * 4 < MAX_BYTES; n *= 2) {
    const html = page(make(n));
    if (Math.min(...best([() => parse(html), () => convert(html)])) >= from) break;
  }
  return n;
}

/** Times of parse5 and ours on a page of size `n`, then on one four times as large; null at the node budget. */
function measure(make, n) {
  const [small, large] = [n, n * 4].map((size) => page(make(size)));
  for (const html of [small, large]) {
    const { markdown, outcome } = convertHtml(html, { url: URL, scope: 'full' });
    if (outcome === 'document_too_complex') return null;
    if (!markdown.includes('innermost')) throw new Error(`The innermost text is lost (${outcome})`);
  }
  const runs = [() => parse(small), () => convert(small), () => parse(large), () => convert(large)];
  return { n, bytes: large.length, least: best(runs) };
}

/** Measures one dimension in this process, of size `n` or as large as needed, and prints it as JSON. */
function measureHere(name, n) {
  for (let i = 0; i < 5; i++) convert(page(DIMENSIONS.size(2000) + DIMENSIONS.rows(500)));
  const make = DIMENSIONS[name];
  console.log(JSON.stringify(measure(make, n ?? sizeFrom(make, Number(option('from', '50'))))));
}

/** Measures one dimension in a process of its own. */
function measureApart(name, n) {
  const args = [
    '--expose-gc',
    fileURLToPath(import.meta.url),
    '--here',
    name,
    '--from',
    option('from', '50'),
  ];
  if (n !== undefined) args.push('--size', String(n));
  const run = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (run.status !== 0) throw new Error(`Measuring ${name} failed; see its output above.`);
  return JSON.parse(run.stdout);
}

/** Factors per doubling of four times: parse5's and ours on the small page, then on one four times as large. */
function growth([parseSmall, ownSmall, parseLarge, ownLarge]) {
  const [own, parsed] = [Math.sqrt(ownLarge / ownSmall), Math.sqrt(parseLarge / parseSmall)];
  return { own, parsed, ratio: own / parsed };
}

function compareAll() {
  const only = option('only')?.split(',');
  const rows = [];
  for (const name of Object.keys(DIMENSIONS)) {
    if (only && !only.includes(name)) continue;
    const first = measureApart(name);
    if (first === null) {
      console.log(`${name.padEnd(12)} ends at the node budget`);
      continue;
    }
    let { least } = first;
    let processes = 1;
    for (; processes < MAX_PROCESSES && growth(least).ratio > BOUND; processes++) {
      const again = measureApart(name, first.n).least;
      least = least.map((ms, i) => Math.min(ms, again[i]));
    }
    const { own, parsed, ratio } = growth(least);
    const [parseSmall, ownSmall, parseLarge, ownLarge] = least;
    rows.push({ name, bytes: first.bytes, parseSmall, ownSmall, parseLarge, ownLarge, ratio, processes });
    console.log(
      `${name.padEnd(12)} ${String(Math.round(first.bytes / 1024)).padStart(6)} KiB  parse5 ${parseLarge.toFixed(0).padStart(6)} ms ×${parsed.toFixed(2)}  ` +
        `pagemark ${ownLarge.toFixed(0).padStart(6)} ms ×${own.toFixed(2)}  growth ${ratio.toFixed(2)} × parse5's, processes: ${processes}`,
    );
  }
  const steep = rows.filter((row) => row.ratio > BOUND);
  console.log(
    `${rows.length} dimensions, ${steep.length} grow by more than ${BOUND} × parse5: ${steep.map((row) => row.name).join(', ') || 'none'}`,
  );
  if (option('json')) writeFileSync(option('json'), JSON.stringify(rows, null, 1));
  if (steep.length > 0) process.exitCode = 1;
}

const here = option('here');
if (here === undefined) compareAll();
else measureHere(here, option('size') === undefined ? undefined : Number(option('size')));
