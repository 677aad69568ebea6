#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
// One digest for every page over shuffled runs, and over processes and Node versions:
//   node bench/determinism.mjs --corpus DIR [--runs 20] [--pages 100] [--node path,path]
// Each page is converted as its UTF-8 bytes; every fourth also in a legacy charset, as bytes with a meta charset.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { convertHtml } from '../dist/index.js';
import { option, readPages } from './corpus.mjs';

const count = Number(option('pages', '100'));
const all = readPages({
  corpus: option('corpus', '../shared/corpus'),
  datasets: ['wcxb', 'zh', 'defuddle', 'readability'],
});
const step = Math.max(1, Math.floor(all.length / count));
const pages = all.filter((_, i) => i % step === 0).slice(0, count);

/** The page in windows-1252: what the charset cannot hold becomes a character reference. */
function legacy(html) {
  const text = html.toString('utf8').replace(/[^\0-~\u00a0-\u00ff]/gu, (sign) => `&#${sign.codePointAt(0)};`);
  return Buffer.from(text, 'latin1');
}

const inputs = pages.flatMap((page, i) => {
  const plain = { id: page.id, url: page.url, html: page.html, contentType: 'text/html; charset=utf-8' };
  const old = {
    id: `${page.id} (windows-1252)`,
    url: page.url,
    html: legacy(page.html),
    contentType: 'text/html; charset=windows-1252',
  };
  return i % 4 === 0 ? [plain, old] : [plain];
});

function digest({ html, url, contentType }) {
  const { markdown, text, metadata, outcome } = convertHtml(html, { url, contentType });
  return createHash('sha256')
    .update(JSON.stringify([markdown, text, metadata, outcome]))
    .digest('hex');
}

let state = 12345;
function random() {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x80000000;
}

const runs = Number(option('runs', '20'));
const first = new Map();
const differing = new Set();
for (let run = 0; run < runs; run++) {
  const order = inputs.map((input) => ({ input, key: random() })).sort((a, b) => a.key - b.key);
  for (const { input } of order) {
    const found = digest(input);
    if (!first.has(input.id)) first.set(input.id, found);
    else if (first.get(input.id) !== found) differing.add(input.id);
  }
}
const overall = createHash('sha256')
  .update([...first].sort().join('\n'))
  .digest('hex');
console.log(
  `${process.version}: ${inputs.length} inputs, ${runs} shuffled runs, ${differing.size} differ, digest ${overall}`,
);
if (differing.size > 0) {
  console.log([...differing].join('\n'));
  process.exitCode = 1;
}
for (const node of option('node', '').split(',').filter(Boolean)) {
  const args = [
    fileURLToPath(import.meta.url),
    '--corpus',
    option('corpus', '../shared/corpus'),
    '--pages',
    String(count),
    '--runs',
    '1',
  ];
  const other = spawnSync(node, args, { encoding: 'utf8' });
  console.log(other.stdout.trim());
  if (!other.stdout.includes(overall)) process.exitCode = 1;
}
