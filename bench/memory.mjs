#!/usr/bin/env node
// Peak memory of one process that converts the whole corpus, page after page, each as Markdown, text and metadata:
//   node bench/memory.mjs --corpus DIR [--limit-mib 286] [--thread worker|main]
// By default in a thread with the limits of the service's workers; `main` is a program of its own with V8's defaults, which
// let the heap grow to a multiple of what is in use. The limit is 300 MB.
// Correctness first: a page that faults is named, and nearly every page must give text.
import { readFileSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';
import { WORKER_LIMITS } from '../build/conversion/worker-pool.js';
import { convertHtml } from '../dist/index.js';
import { eachPage } from './corpus.mjs';
import { option } from './options.mjs';

const thread = option('thread', 'worker');

if (isMainThread && thread === 'worker') {
  const argv = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), { argv, resourceLimits: WORKER_LIMITS });
  worker.on('exit', (code) => {
    process.exitCode = code;
  });
} else process.exitCode = convertAll() ? 0 : 1;

/** Whether all was right, the peak included. */
function convertAll() {
  let pages = 0;
  let answered = 0;
  let bytes = 0;
  const faulty = [];
  for (const { id, url, html } of eachPage({ corpus: option('corpus', '../shared/corpus') })) {
    const { markdown, text, metadata, diagnostics } = convertHtml(html, {
      url,
      contentType: 'text/html; charset=utf-8',
    });
    pages++;
    bytes += html.length;
    if (markdown !== '' && text !== '' && metadata.url === url) answered++;
    if (diagnostics.faults.length > 0) faulty.push(id);
  }
  const peak = peakMib();
  console.log(
    `${pages} pages, ${Math.round(bytes / 2 ** 20)} MiB of HTML, ${answered} answered, ${faulty.length} faulty; peak RSS ${peak} MiB (thread: ${thread}, ${process.version})`,
  );
  for (const id of faulty) console.log(`fault in ${id}`);
  return faulty.length === 0 && answered >= pages * 0.97 && peak <= Number(option('limit-mib', '286'));
}

/** Linux counts into `maxRSS` what the parent used when it started this process. */
function peakMib() {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return Math.round(kib / 1024);
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1024);
  }
}
