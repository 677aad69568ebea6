// Finds content of the labels of which no reader sees a letter, lines that Chromium paints nothing of (`painted.mjs`), and writes
// unpainted.jsonl:
//   node bench/readers/unpainted.mjs --corpus DIR [--browser PATH] [--list FILE]
// What readers come to see by evidence (decision 105) is none of it, nor is anything of a page that shows next to nothing until its
// scripts ran, or all of its content. `--list` writes the text of the lines. Needs `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { parseHtml } from '../../build/core/html/parse.js';
import { judgeVisibility } from '../../build/core/page/visibility/judge-visibility.js';
import { option } from '../options.mjs';
import { words } from '../score.mjs';
import { CONTENT, markedLines, readLabels } from './labels.mjs';
import { openPainter } from './painted.mjs';

/** Of a page that waits for its scripts less than this share of its words is painted. */
const SHOWN = 1 / 8;
/** Pages that are looked at together. */
const TOGETHER = 2;

const corpus = option('corpus', '../shared/corpus');
const here = (name) => path.join(import.meta.dirname, name);

/** Lines of a page, from 1, that are content and that no reader comes to see, with their text. */
async function unseenLines(painter, page, label) {
  const base = path.join(corpus, 'pages', page);
  const { url } = JSON.parse(readFileSync(`${base}.json`, 'utf8'));
  const html = gunzipSync(readFileSync(`${base}.html.gz`)).toString('utf8');
  const { lines, marks } = markedLines(corpus, page, label);
  const doc = parseHtml(html, url);
  const disclosed = [...judgeVisibility(doc).disclosed.keys()].map(({ index, end }) =>
    lettersOf(
      doc.nodes
        .slice(index, end)
        .map(({ text }) => text)
        .join(''),
    ),
  );
  const isDisclosed = (line) => disclosed.some((text) => text.includes(lettersOf(line)));
  const content = new Set(lines.filter((line, at) => marks[at] === CONTENT && !isDisclosed(line)));
  const found = await painter.look(html, url, (line) => content.has(line));
  const seen = paintedByLine(lines, found);
  const count = (some) => some.reduce((sum, line) => sum + words(line).length, 0);
  const told = lines.filter((_, at) => seen[at] !== null);
  if (count(lines.filter((_, at) => seen[at] === true)) < count(told) * SHOWN) return [];
  const unseen = lines
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }, at) => marks[at] === CONTENT && content.has(line) && seen[at] === false);
  return unseen.length < marks.filter((mark) => mark === CONTENT).length ? unseen : [];
}

/** Whether each line is painted; where the browser has other lines than were marked, any of the same text is enough, and one without does. */
function paintedByLine(lines, found) {
  const isSame = lines.length === found.length && lines.every((line, at) => line === found[at].line);
  if (isSame) return found.map(({ isPainted }) => isPainted);
  const painted = new Map();
  for (const { line, isPainted } of found) if (painted.get(line) !== true) painted.set(line, isPainted);
  return lines.map((line) => (painted.has(line) ? painted.get(line) : true));
}

const lettersOf = (text) => text.replace(/[\s|]/g, '');

/** Ranges of numbers in order, ends included. */
function rangesOf(numbers) {
  const ranges = [];
  for (const number of numbers)
    if (ranges.at(-1)?.[1] === number - 1) ranges.at(-1)[1] = number;
    else ranges.push([number, number]);
  return ranges;
}

const browser = await chromium.launch({
  executablePath: option('browser', '/usr/bin/chromium-headless-shell'),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const labels = ['labels.jsonl', 'unlearnt.jsonl'].flatMap((name) => [...readLabels(here(name))]);
const unseen = new Map();
const open = labels.values();
const lookAtMore = async () => {
  const painter = await openPainter(browser);
  for (const [page, label] of open) {
    const lines = await unseenLines(painter, page, label).catch((thrown) => {
      if (!browser.isConnected()) throw thrown;
      console.error(`${page} is left as it is: ${thrown.message}`);
      return [];
    });
    if (lines.length > 0) unseen.set(page, lines);
  }
  await painter.close();
};
await Promise.all(Array.from({ length: TOGETHER }, lookAtMore));
await browser.close();

const pages = labels.map(([page]) => page).filter((page) => unseen.has(page));
const rows = pages.map((page) => {
  const unpainted = rangesOf(unseen.get(page).map(({ number }) => number));
  return JSON.stringify({ page, unpainted });
});
writeFileSync(here('unpainted.jsonl'), rows.map((row) => `${row}\n`).join(''));
const listed = pages.flatMap((page) =>
  unseen.get(page).map(({ line, number }) => `${page}:${number}\t${line}\n`),
);
if (option('list') !== undefined) writeFileSync(option('list'), listed.join(''));
console.log(`${listed.length} lines of ${pages.length} pages`);
