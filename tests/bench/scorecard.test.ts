import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BENCH = fileURLToPath(new URL('../../bench/', import.meta.url));
const PLOTS = path.join(BENCH, '../docs/plots');
/** A module of bench/, which is JavaScript that TypeScript does not read. */
const benchModule = (file: string): Promise<unknown> => import(path.join(BENCH, file));

const { scorePage } = (await benchModule('score.mjs')) as {
  scorePage(markdown: string, page: { readonly markdown: string }): Record<string, number>;
};
const score = (markdown: string, gold: string) => scorePage(markdown, { markdown: gold });

test('the scorer gives 1 for the gold itself and counts each part of it', () => {
  const gold =
    '# One two\n\nSee [three](https://e.example/3).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx\n```';
  expect(score(gold, gold)).toEqual({
    f1: 1,
    precision: 1,
    recall: 1,
    headings: 1,
    code: 1,
    rows: 1,
    links: 1,
  });
});

test('the scorer takes away for what is missing, too much, or no longer what it was', () => {
  expect(score('one two three four', 'one two')).toMatchObject({ precision: 0.5, recall: 1 });
  expect(score('one', 'one one')).toMatchObject({ precision: 1, recall: 0.5 });
  expect(score('', 'one')).toMatchObject({ f1: 0, precision: 0, recall: 0 });
  expect(score('Title\n\n[a](/b)', '# Title\n\n[a](https://e.example/b)')).toMatchObject({
    f1: 1,
    headings: 0,
    links: 0,
  });
});

test('the scorer counts signs of scripts without blanks one by one', () => {
  expect(score('山里', '山里的茶')).toMatchObject({ precision: 1, recall: 0.5 });
});

test('the plots in docs/ are those that the results draw', async () => {
  const { drawPlots } = (await benchModule('plots/draw-plots.mjs')) as {
    drawPlots(results: string): Record<string, string>;
  };
  const plots = drawPlots(path.join(BENCH, 'results'));
  expect(Object.keys(plots).sort()).toEqual(readdirSync(PLOTS).sort());
  for (const [name, svg] of Object.entries(plots)) {
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(readFileSync(path.join(PLOTS, name), 'utf8')).toBe(svg);
  }
});
