#!/usr/bin/env node
// Plants a marked paragraph at six places of each page; each marker must be in the output or in the trace with the
// step that dropped it:  node bench/markers.mjs --corpus DIR [--pages 200]
import { convertHtml } from '../dist/index.js';
import { option, readPages } from './corpus.mjs';

const count = Number(option('pages', '200'));
const all = readPages({ corpus: option('corpus', '../shared/corpus'), datasets: ['wcxb', 'zh'] });
const step = Math.max(1, Math.floor(all.length / count));
const pages = all.filter((_, i) => i % step === 0).slice(0, count);
const PLACES = 6;

/** Positions before a paragraph, list item or division start tag, spread over the page. */
function positions(html) {
  const found = [];
  const body = html.search(/<body[\s>]/i);
  for (const match of html.matchAll(/<(?:p|div|section|h2)[\s>]/gi))
    if (match.index > body) found.push(match.index);
  return Array.from(
    { length: PLACES },
    (_, i) => found[Math.floor(((i + 0.5) * found.length) / PLACES)],
  ).filter((at, i, list) => at !== undefined && list.indexOf(at) === i);
}

let planted = 0;
let kept = 0;
let named = 0;
const lost = [];
for (const page of pages) {
  let html = page.html.toString('utf8');
  const places = positions(html);
  places.reverse().forEach((at, i) => {
    html = `${html.slice(0, at)}<p>zqmarker${i}zq planted here to be followed.</p>${html.slice(at)}`;
  });
  const { markdown, diagnostics } = convertHtml(html, { url: page.url });
  places.forEach((_, i) => {
    const marker = `zqmarker${i}zq`;
    planted++;
    if (markdown.includes(marker)) kept++;
    else if (diagnostics.removed.some(({ step: by, text }) => by !== 'unknown' && text.includes(marker)))
      named++;
    else lost.push(`${page.id} ${marker}`);
  });
}
console.log(
  `${pages.length} pages, ${planted} markers: ${kept} in the output, ${named} named in the trace, ${lost.length} lost`,
);
for (const line of lost.slice(0, 20)) console.log(line);
if (lost.length > 0 || planted < pages.length) process.exitCode = 1;
