import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { linesOf } from './page-lines.mjs';

/** What a line of a page is to its readers; 0: furniture. */
export const CONTENT = 1;
export const NEUTRAL = 2;

/**
 * Labels that readers made, by page (`<set>/<id>`): the kind of page that they found, and of the page's lines those that are
 * content and those that are neutral, as ranges from 1, ends included.
 */
export function readLabels(file) {
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(rows.map((row) => JSON.parse(row)).map(({ page, ...label }) => [page, label]));
}

/** Labels as {@link readLabels} gives them, with the lines that no reader sees (`unpainted.mjs`), which are neutral. */
export function readSeenLabels(file) {
  const unpainted = readLabels(path.join(import.meta.dirname, 'unpainted.jsonl'));
  return new Map([...readLabels(file)].map(([page, label]) => [page, { ...label, ...unpainted.get(page) }]));
}

/** Lines of a page of a corpus and what each is; throws where the page is not the one that was marked. */
export function markedLines(corpus, page, label) {
  const lines = linesOf(
    gunzipSync(readFileSync(path.join(corpus, 'pages', `${page}.html.gz`))).toString('utf8'),
  );
  if (lines.length !== label.lines)
    throw new Error(
      `Expected ${label.lines} lines in ${page} of ${corpus}, as were marked; found ${lines.length}`,
    );
  const marks = new Uint8Array(lines.length);
  const mark = (ranges, as) => {
    for (const [from, to] of ranges) marks.fill(as, from - 1, to);
  };
  mark(label.neutral, NEUTRAL);
  mark(label.content, CONTENT);
  mark(label.unpainted ?? [], NEUTRAL);
  return { lines, marks };
}
