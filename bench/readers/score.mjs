// How much of what readers want a converter gives, by kind of page:
//   node bench/readers/score.mjs --corpus DIR [--adapter pagemark-unseen] [--labels FILE] [--rows FILE] [--publish]
// `--adapter` is one of bench/adapters/; that of unseen pages takes weights that never saw the page's site (npm run train).
// `--rows` writes the figures of each page, the worst first; `--publish` writes bench/results/readers.json and docs/benchmark.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { flag, option } from '../options.mjs';
import { provenance } from '../provenance.mjs';
import { mean, readMarkdown, words } from '../score.mjs';
import { kindTable } from '../scorecard.mjs';
import { CONTENT, markedLines, NEUTRAL, readSeenLabels } from './labels.mjs';

/** Kinds of page that readers marked many of: the mean over kinds is over these, each counts the same. */
const KINDS = ['article', 'documentation', 'forum', 'service', 'product', 'listing', 'collection'];
const RESULTS = path.join(import.meta.dirname, '..', 'results', 'readers.json');
/** F1 below which a page counts as missed. */
const MISSED_BELOW = 0.5;

/** Precision, recall and F1 over words as a multiset; neutral words count on neither side. */
export function scoreMarked(markdown, { lines, marks }) {
  const wordsOf = (mark) => counted(lines.filter((_, i) => marks[i] === mark).flatMap(words));
  const [content, neutral] = [wordsOf(CONTENT), wordsOf(NEUTRAL)];
  let [found, extra] = [0, 0];
  for (const [word, count] of counted(readMarkdown(markdown).words)) {
    const hits = Math.min(count, content.get(word) ?? 0);
    found += hits;
    extra += Math.max(0, count - hits - (neutral.get(word) ?? 0));
  }
  const gold = [...content.values()].reduce((sum, count) => sum + count, 0);
  const precision = found + extra > 0 ? found / (found + extra) : 0;
  const recall = gold > 0 ? found / gold : 1;
  return { f1: found > 0 ? (2 * precision * recall) / (precision + recall) : 0, precision, recall };
}

function counted(list) {
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Rows of a table: pages, F1, precision, recall, share of missed pages; by kind, the mean over kinds, and over all pages. */
export function scoreRows(pages) {
  const figures = (title, group) => ({
    title,
    pages: group.length,
    f1: mean(group.map(({ f1 }) => f1)),
    precision: mean(group.map(({ precision }) => precision)),
    recall: mean(group.map(({ recall }) => recall)),
    missed: mean(group.map(({ f1 }) => (f1 < MISSED_BELOW ? 1 : 0))),
  });
  const kinds = [...new Set([...KINDS, ...pages.map(({ type }) => type)])].map((kind) =>
    figures(
      kind,
      pages.filter(({ type }) => type === kind),
    ),
  );
  const main = kinds.filter(({ title, pages: count }) => KINDS.includes(title) && count > 0);
  const over = (name) => mean(main.map((row) => row[name]));
  const means = Object.fromEntries(['f1', 'precision', 'recall', 'missed'].map((name) => [name, over(name)]));
  return [...kinds, { title: 'mean of kinds', pages: main.length, ...means }, figures('all pages', pages)];
}

/** Figures by kind and of each page, with an adapter of bench/adapters/, over the labelled pages of a corpus. */
export async function judgeLabels({
  corpus,
  adapter,
  labels = path.join(import.meta.dirname, 'labels.jsonl'),
}) {
  const { convert } = await import(`../adapters/${adapter}.mjs`);
  const pages = [];
  for (const [page, label] of readSeenLabels(labels)) {
    const base = path.join(corpus, 'pages', page);
    const { url } = JSON.parse(readFileSync(`${base}.json`, 'utf8'));
    const { markdown } = await convert({
      html: gunzipSync(readFileSync(`${base}.html.gz`)).toString('utf8'),
      url,
    });
    pages.push({ page, type: label.type, ...scoreMarked(markdown, markedLines(corpus, page, label)) });
  }
  return { rows: scoreRows(pages), pages };
}

async function main() {
  const { rows, pages } = await judgeLabels({
    corpus: option('corpus', '../shared/corpus'),
    adapter: option('adapter', 'pagemark-unseen'),
    labels: option('labels'),
  });
  console.log(kindTable(rows));
  const file = option('rows');
  if (file !== undefined)
    writeFileSync(
      file,
      JSON.stringify(
        pages.sort((one, other) => one.f1 - other.f1),
        null,
        1,
      ),
    );
  if (!flag('publish')) return;
  const { date, commit } = provenance([]);
  writeFileSync(RESULTS, `${JSON.stringify({ date, commit, rows }, null, 1)}\n`);
  (await import('../readme.mjs')).writeDocuments();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
