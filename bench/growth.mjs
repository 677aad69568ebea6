#!/usr/bin/env node
// CPU per doubling of a page in one dimension, beside parse5's own growth on the same pages, in one warm process:
//   node bench/growth.mjs [--only depth,rows] [--from 50] [--json out.json]
// A page grows by doublings from the size at which parse5 needs `--from` milliseconds. Best of five. Correctness first:
// the innermost or last text of every page must be in the Markdown.
import { writeFileSync } from 'node:fs';
import { parse } from 'parse5';
import { convertHtml } from '../dist/index.js';
import { option } from './corpus.mjs';

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
    repeat(n >> 3, (i) => `<p>${nest(8, '<b><i>', `deep ${i}`, '</i></b>')}</p>`) + '<p>innermost</p>',
  marks: (n) => `<p>${repeat(n, (i) => `<b>a</b><i>b${i}</i><s>c</s> `)}innermost</p>`,
  misnested: (n) => repeat(n, () => '<p><b><i>one</b> two</i> three</p>') + '<p>innermost</p>',
  attributes: (n) => `<p ${repeat(n, (i) => `data-a${i}="${i}" `)}>innermost words</p>`,
  attribute: (n) =>
    `<p class="${repeat(n, (i) => `class-${i} `)}" style="${'a:b;'.repeat(n)}">innermost words</p>`,
  rows: (n) =>
    `<table><tr><th>a<th>b${repeat(n, (i) => `<tr><td>${i}<td>cell`)}<tr><td>innermost<td>x</table>`,
  columns: (n) =>
    repeat(
      n >> 5,
      () => `<table><tr>${repeat(32, (i) => `<td>c${i}`)}<tr>${repeat(32, (i) => `<td>d${i}`)}</table>`,
    ) + '<p>innermost</p>',
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

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function best(run, times = 5) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    globalThis.gc?.();
    const from = cpuMs();
    run();
    least = Math.min(least, cpuMs() - from);
  }
  return least;
}

const convert = (html, options) => convertHtml(html, { url: 'https://example.com/a', ...options }).markdown;
const from = Number(option('from', '50'));
const only = option('only')?.split(',');
const rows = [];
for (const [name, make] of Object.entries(DIMENSIONS)) {
  if (only && !only.includes(name)) continue;
  let n = 256;
  while (n < 1 << 20 && best(() => parse(page(make(n))), 2) < from) n *= 2;
  const measured = [n, n * 2, n * 4].map((size) => {
    const html = page(make(size));
    const { markdown, outcome } = convertHtml(html, { url: 'https://example.com/a', scope: 'full' });
    if (outcome === 'document_too_complex') return null;
    if (!markdown.includes('innermost'))
      throw new Error(`${name} ${size}: the innermost text is lost (${outcome})`);
    return { size, bytes: html.length, parse: best(() => parse(html)), own: best(() => convert(html)) };
  });
  const valid = measured.filter((one) => one !== null);
  if (valid.length < 2) {
    console.log(`${name.padEnd(12)} ends at the node budget (n = ${n})`);
    continue;
  }
  const [first, last] = [valid[0], valid.at(-1)];
  const doublings = Math.log2(last.size / first.size);
  const growth = (key) => (last[key] / first[key]) ** (1 / doublings);
  const row = {
    name,
    from: first,
    to: last,
    own: growth('own'),
    parse: growth('parse'),
    ratio: growth('own') / growth('parse'),
  };
  rows.push(row);
  console.log(
    `${name.padEnd(12)} ${String(Math.round(last.bytes / 1024)).padStart(6)} KiB  parse5 ${last.parse.toFixed(0).padStart(5)} ms ×${row.parse.toFixed(2)}  ` +
      `pagemark ${last.own.toFixed(0).padStart(6)} ms ×${row.own.toFixed(2)}  growth ${row.ratio.toFixed(2)} × parse5's  (${(last.own / last.parse).toFixed(1)} × its time)`,
  );
}
const steep = rows.filter((row) => row.ratio > 1.15);
console.log(
  `${rows.length} dimensions, ${steep.length} grow by more than 1.15 × parse5: ${steep.map((row) => row.name).join(', ') || 'none'}`,
);
if (option('json')) writeFileSync(option('json'), JSON.stringify(rows, null, 1));
if (steep.length > 0) process.exitCode = 1;
