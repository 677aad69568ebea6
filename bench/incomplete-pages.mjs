#!/usr/bin/env node
// Tells which labelled pages of a corpus would start a browser with "render": "auto", and why: what is served is complete in
// nearly all of them. npm run build first. node bench/incomplete-pages.mjs --corpus DIR [--list]
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { convertHtml } from '../build/core/convert-html.js';

const { values } = parseArgs({ options: { corpus: { type: 'string' }, list: { type: 'boolean' } } });
if (values.corpus === undefined) {
  console.error('usage: node bench/incomplete-pages.mjs --corpus DIR [--list]');
  process.exit(2);
}
const root = path.join(values.corpus, 'pages');
const found = [];
let pages = 0;
for (const set of readdirSync(root).sort())
  for (const file of readdirSync(path.join(root, set)).sort()) {
    if (!file.endsWith('.html.gz')) continue;
    pages++;
    const id = file.slice(0, -'.html.gz'.length);
    const { url } = JSON.parse(readFileSync(path.join(root, set, `${id}.json`), 'utf8'));
    const html = gunzipSync(readFileSync(path.join(root, set, file)));
    const page = convertHtml(new Uint8Array(html), { url, contentType: 'text/html; charset=utf-8' });
    if (page.incomplete.length > 0)
      found.push({
        id: `${set}/${id}`,
        words: page.text.split(/\s+/).length,
        outcome: page.outcome,
        signs: page.incomplete,
      });
  }
if (values.list)
  for (const { id, words, outcome, signs } of found)
    console.log(`${id}: ${outcome}, ${words} words: ${signs.join(', ')}`);
console.log(
  `${found.length} of ${pages} pages (${((100 * found.length) / pages).toFixed(2)} %) start a browser`,
);
