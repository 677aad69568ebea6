#!/usr/bin/env node
// One digest for every page, over processes, Node versions, orders, cold and warm:
//   node bench/determinism.mjs --corpus DIR [--datasets a,b] [--pages 100|all] [--runs 20] [--processes 2]
//                              [--node path,path] [--library file] [--browser path]
// `--runs` shuffled passes over the pages are shared out among the processes, each at least one; the first pass of a
// process meets every page cold. `--node` adds further versions of Node, `--library` replaces what converts, `--browser` adds
// one pass by `dist/core.js` in that Chromium. Each page
// is converted as its UTF-8 bytes; every fourth also in a legacy charset, as bytes with a charset in the Content-Type.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readPages } from './corpus.mjs';
import { option } from './options.mjs';

const DATASETS = 'wcxb,zh,defuddle,readability';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The page in windows-1252: what the charset cannot hold becomes a character reference. */
function legacy(html) {
  const text = html.toString('utf8').replace(/[^\0-~\u00a0-\u00ff]/gu, (sign) => `&#${sign.codePointAt(0)};`);
  return Buffer.from(text, 'latin1');
}

function readInputs() {
  const datasets = option('datasets', DATASETS).split(',');
  const all = readPages({ corpus: option('corpus', '../shared/corpus'), datasets });
  const count = option('pages', '100') === 'all' ? all.length : Number(option('pages', '100'));
  const step = Math.max(1, Math.floor(all.length / count));
  const pages = all.filter((_, i) => i % step === 0).slice(0, count);
  return pages.flatMap(({ id, url, html }, i) => {
    const plain = { id, url, html, contentType: 'text/html; charset=utf-8' };
    if (i % 4 !== 0) return [plain];
    const old = { html: legacy(html), contentType: 'text/html; charset=windows-1252' };
    return [plain, { id: `${id} (windows-1252)`, url, ...old }];
  });
}

/** A generator of its own, so that an order can be had again. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Passes of one process; prints the digest of every page, and which differed within the process. */
async function runPasses(seed, runs) {
  const { convertHtml } = await import(pathToFileURL(library));
  const inputs = readInputs();
  const random = generator(seed);
  const digests = new Map();
  const differing = new Set();
  for (let run = 0; run < runs; run++) {
    const order = inputs.map((input) => ({ input, at: random() })).sort((a, b) => a.at - b.at);
    for (const { input } of order) {
      const { url, contentType } = input;
      const { markdown, text, metadata, outcome } = convertHtml(input.html, { url, contentType });
      const digest = sha256(JSON.stringify([markdown, text, metadata, outcome]));
      if (!digests.has(input.id)) digests.set(input.id, digest);
      else if (digests.get(input.id) !== digest) differing.add(input.id);
    }
  }
  console.log(JSON.stringify({ version: process.version, digests: [...digests], differing: [...differing] }));
}

/** Starts the processes one after another and compares what they say. */
async function compareProcesses() {
  const nodes = [process.execPath, ...option('node', '').split(',').filter(Boolean)];
  const starts = nodes.flatMap((node) =>
    Array.from({ length: Number(option('processes', '2')) }, () => node),
  );
  const total = Number(option('runs', '20'));
  const first = new Map();
  const differing = new Set();
  let passes = 0;
  const take = (digests) => {
    for (const [id, digest] of digests) {
      if (!first.has(id)) first.set(id, digest);
      else if (first.get(id) !== digest) differing.add(id);
    }
  };
  for (const [i, node] of starts.entries()) {
    const runs = Math.max(1, Math.floor(total / starts.length) + (i < total % starts.length ? 1 : 0));
    const args = [
      fileURLToPath(import.meta.url),
      ...process.argv.slice(2),
      '--seed',
      `${i + 1}`,
      '--passes',
      `${runs}`,
    ];
    const child = spawnSync(node, args, {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.status !== 0) throw new Error(`${node} ended with ${child.status}`);
    const said = JSON.parse(child.stdout);
    for (const id of said.differing) differing.add(id);
    take(said.digests);
    passes += runs;
    console.log(
      `${said.version}: ${said.digests.length} inputs, ${runs} passes, ${said.differing.length} differ within`,
    );
  }
  const browser = option('browser', '');
  if (browser !== '') {
    const { digestsInBrowser } = await import('./browser-digests.mjs');
    const { version, digests } = await digestsInBrowser(readInputs(), browser);
    take(digests);
    console.log(`${version}: ${digests.length} inputs, 1 pass`);
  }
  console.log(
    `${first.size} inputs, ${passes} shuffled passes, ${starts.length} processes: ${differing.size} differ, digest ${sha256([...first].sort().join('\n'))}`,
  );
  if (differing.size > 0) {
    console.log([...differing].join('\n'));
    process.exitCode = 1;
  }
}

const library = option('library', fileURLToPath(new URL('../dist/index.js', import.meta.url)));
const passes = option('passes', '');
if (passes === '') await compareProcesses();
else await runPasses(Number(option('seed', '1')), Number(passes));
