#!/usr/bin/env node
// Peak memory of one process that converts the whole corpus, page after page, each as Markdown, text and metadata:
//   node bench/memory.mjs --corpus DIR [--limit-mib 300]
// Correctness first: a page that faults is named, and nearly every page must give text.
import { convertHtml } from '../dist/index.js';
import { eachPage } from './corpus.mjs';
import { option } from './options.mjs';

const datasets = ['wcxb', 'wcxb-more', 'zh', 'snippets', 'readability', 'defuddle'];
const limitMib = Number(option('limit-mib', '300'));
let pages = 0;
let answered = 0;
let bytes = 0;
const faulty = [];
for (const { id, url, html } of eachPage({ corpus: option('corpus', '../shared/corpus'), datasets })) {
  const { markdown, text, metadata, diagnostics } = convertHtml(html, {
    url,
    contentType: 'text/html; charset=utf-8',
  });
  pages++;
  bytes += html.length;
  if (markdown !== '' && text !== '' && metadata.url === url) answered++;
  if (diagnostics.faults.length > 0) faulty.push(id);
}
const peakMib = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(
  `${pages} pages, ${Math.round(bytes / 2 ** 20)} MiB of HTML, ${answered} answered, ${faulty.length} faulty; peak RSS ${peakMib} MiB (${process.version})`,
);
for (const id of faulty) console.log(`fault in ${id}`);
if (faulty.length > 0 || answered < pages * 0.97 || peakMib > limitMib) process.exitCode = 1;
