#!/usr/bin/env node
// Plants a marked paragraph at six places of each page; each marker must be in the output or in the trace with the
// step that dropped it:  node bench/markers.mjs --corpus DIR [--pages 200]
import { parse } from 'parse5';
import { convertHtml } from '../dist/index.js';
import { readPages } from './corpus.mjs';
import { option } from './options.mjs';

const count = Number(option('pages', '200'));
const all = readPages({ corpus: option('corpus', '../shared/corpus') });
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

const NEVER_TEXT = new Set([
  'script',
  'style',
  'template',
  'textarea',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
]);

/** Markers that became text of the document; the others fell into a comment, an attribute, a script or a template. */
function landed(html) {
  const found = new Set();
  const open = [parse(html, { scriptingEnabled: false })];
  while (open.length > 0) {
    const node = open.pop();
    if (node.value !== undefined)
      for (const [marker] of node.value.matchAll(/zqmarker\dzq/g)) found.add(marker);
    if (!NEVER_TEXT.has(node.nodeName)) open.push(...(node.childNodes ?? []));
  }
  return found;
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
  const text = landed(html);
  const { markdown, diagnostics } = convertHtml(html, { url: page.url });
  places.forEach((_, i) => {
    const marker = `zqmarker${i}zq`;
    if (!text.has(marker)) return;
    planted++;
    if (markdown.includes(marker)) kept++;
    else if (diagnostics.removed.some((one) => one.step !== 'unknown' && one.text.includes(marker))) named++;
    else lost.push(`${page.id} ${marker}`);
  });
}
console.log(
  `${pages.length} pages, ${planted} markers: ${kept} in the output, ${named} named in the trace, ${lost.length} lost`,
);
for (const line of lost.slice(0, 20)) console.log(line);
if (lost.length > 0 || planted < pages.length) process.exitCode = 1;
