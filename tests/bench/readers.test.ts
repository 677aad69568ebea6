import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLabels, readSeenLabels } from '../../bench/readers/labels.mjs';
import { linesOf } from '../../bench/readers/page-lines.mjs';

const READERS = fileURLToPath(new URL('../../bench/readers/', import.meta.url));
const LABELS = readLabels(path.join(READERS, 'labels.jsonl'));

interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}
const { scoreMarked, scoreRows } = (await import(path.join(READERS, 'score.mjs'))) as {
  scoreMarked(markdown: string, marked: { lines: readonly string[]; marks: Uint8Array }): Score;
  scoreRows(pages: readonly (Score & { type: string })[]): { title: string; pages: number; f1: number }[];
};

test('ranges of a label are within the page, in order, and no line is content and neutral', () => {
  expect(LABELS.size).toBeGreaterThan(600);
  for (const [page, { lines, content, neutral }] of LABELS) {
    expect(content.length, page).toBeGreaterThan(0);
    const taken = new Uint8Array(lines + 1);
    for (const [from, to] of [...content, ...neutral]) {
      expect(from >= 1 && from <= to && to <= lines, `${page} ${from} to ${to}`).toBe(true);
      expect(taken.subarray(from, to + 1).includes(1), `${page} ${from} to ${to} twice`).toBe(false);
      taken.fill(1, from, to + 1);
    }
  }
});

test('lines that no reader sees are content of the page', () => {
  const labels = ['labels.jsonl', 'unlearnt.jsonl'].flatMap((name) => [
    ...readSeenLabels(path.join(READERS, name)),
  ]);
  const withUnseen = labels.filter(([, { unpainted }]) => unpainted !== undefined);
  expect(withUnseen.length).toBeGreaterThan(0);
  for (const [page, { lines, content, unpainted }] of withUnseen) {
    const isContent = new Uint8Array(lines + 1);
    for (const [from, to] of content) isContent.fill(1, from, to + 1);
    for (const [from, to] of unpainted!)
      expect(from <= to && isContent.subarray(from, to + 1).every(Boolean), `${page} ${from} to ${to}`).toBe(
        true,
      );
  }
});

test('a page has a line for each block and each row of data, and none for what is no text', () => {
  const html = `<title>T</title><script>x()</script><h1>One <b>two</b></h1><p>three<br>four</p>
<table><tr><td>a</td><td>b</td></tr><tr><td><p>c</p><p>d</p></td></tr></table><p>·</p><ul><li>e</ul>`;
  expect(linesOf(html)).toEqual(['One two', 'three', 'four', 'a | b', 'c', 'd', 'e']);
});

test('a neutral word counts on neither side', () => {
  const marked = { lines: ['one two', 'three', 'four'], marks: Uint8Array.of(1, 2, 0) };
  expect(scoreMarked('one two', marked)).toEqual({ f1: 1, precision: 1, recall: 1 });
  expect(scoreMarked('one two three', marked)).toEqual({ f1: 1, precision: 1, recall: 1 });
  expect(scoreMarked('one three four', marked)).toMatchObject({ precision: 0.5, recall: 0.5 });
  expect(scoreMarked('', marked)).toEqual({ f1: 0, precision: 0, recall: 0 });
});

test('each kind counts the same in the mean over kinds', () => {
  const page = (type: string, f1: number) => ({ type, f1, precision: f1, recall: f1 });
  const rows = scoreRows([page('forum', 1), page('forum', 1), page('product', 0), page('recipe', 0)]);
  expect(rows.find(({ title }) => title === 'mean of kinds')).toMatchObject({ pages: 2, f1: 0.5 });
  expect(rows.find(({ title }) => title === 'all pages')).toMatchObject({ pages: 4, f1: 0.5 });
});
