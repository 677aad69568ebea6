import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A module of bench/, which is JavaScript that TypeScript does not read. */
const benchModule = (file: string): Promise<unknown> => import(path.join(ROOT, 'bench', file));
const { differences, measuresSaid } = (await benchModule('figures.mjs')) as {
  differences(said: Measures, now: Measures): string[];
  measuresSaid(): Measures;
};
const { ratioOf } = (await benchModule('baseline.mjs')) as {
  ratioOf(times: number[], baseTimes: number[]): { ratio: number; lower: number };
};

interface Measures {
  quality: Record<string, { f1: number }>;
  fidelity: Record<string, { equal: number; cases: number }>;
  sizes: Record<string, { points: { kib: number; peakMib: number }[] }>;
  labels: { title: string; f1: number; pages: number }[] | null;
}

/** What a figure that is changed by hand is told with. */
function told(change: (said: Measures) => void): string[] {
  const said = measuresSaid();
  change(said);
  return differences(said, measuresSaid());
}

test('a share more than two points from this build is told, a nearer one is not', () => {
  expect(told((said) => (said.quality.pagemark!.f1 -= 0.019))).toEqual([]);
  expect(told((said) => (said.quality.pagemark!.f1 -= 0.021))).toEqual([
    expect.stringMatching(/^words found on own pages, pagemark: docs\/benchmark\.md say 0\.\d+, this build/),
  ]);
  expect(told((said) => (said.fidelity.defuddle!.equal += 20))).toHaveLength(1);
  expect(told((said) => (said.labels!.at(-1)!.f1 += 0.03))).toHaveLength(1);
});

test('a count or a size more than 15 % from this build is told, a nearer one is not', () => {
  const grow = (by: number) => (said: Measures) => {
    for (const row of said.labels!) row.pages *= by;
    for (const point of said.sizes.pagemark!.points) point.peakMib *= by;
  };
  expect(told(grow(1.1))).toEqual([]);
  expect(told(grow(1.2)).filter((line) => line.startsWith('MiB at 1 MB'))).toHaveLength(1);
  expect(told(grow(1.2)).filter((line) => line.startsWith('labels: pages'))).toHaveLength(10);
});

test('what a build cannot measure is not compared', () => {
  const { quality, labels, ...rest } = measuresSaid();
  const now = { ...rest, quality: { pagemark: quality.pagemark! }, labels: null };
  expect(labels).not.toBeNull();
  expect(differences(measuresSaid(), now)).toEqual([]);
});

test('a figure of ours that a build no longer gives is told', () => {
  const now = measuresSaid();
  now.sizes.pagemark!.points = [];
  expect(differences(measuresSaid(), now)).toEqual([
    expect.stringMatching(/^MiB at 1 MB, pagemark: .* this build gives none$/),
  ]);
});

test('the lower bound of a ratio is below what noise gives and above what is dearer', () => {
  const base = [100, 104, 98, 101, 110];
  expect(ratioOf(base, base)).toEqual({ ratio: 1, lower: 1 });
  const noisy = ratioOf([106, 101, 104, 103, 108], base);
  expect(noisy.ratio).toBeGreaterThan(1);
  expect(noisy.lower).toBeLessThan(1.03);
  const dearer = base.map((ms, i) => ms * (1.08 + 0.01 * (i % 2)));
  expect(ratioOf(dearer, base).lower).toBeGreaterThan(1.03);
});

test('the baseline is named with the record that says why, and the record names it', () => {
  const { commit, record, since } = JSON.parse(readFileSync(path.join(ROOT, 'bench/baseline.json'), 'utf8'));
  expect(existsSync(path.join(ROOT, record))).toBe(true);
  expect(readFileSync(path.join(ROOT, record), 'utf8')).toContain(commit);
  expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
});

const PLOTS = path.join(ROOT, 'docs/plots');
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
  const plots = drawPlots(path.join(ROOT, 'bench/results'));
  expect(Object.keys(plots).sort()).toEqual(readdirSync(PLOTS).sort());
  for (const [name, svg] of Object.entries(plots)) {
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(readFileSync(path.join(PLOTS, name), 'utf8')).toBe(svg);
  }
});

const { noiseOf } = (await benchModule('noise-of.mjs')) as {
  noiseOf(markdown: string, gold?: string): Map<string, number>;
};
const noise = (markdown: string, gold?: string) => Object.fromEntries(noiseOf(markdown, gold));

test('the judge of noise counts each sign once, and none in code or formulas', () => {
  const noisy = '# One\n\n### Two\n\nfrom \\$5 https\\://x.y me\\@x.y [a](/b "t") ![](c.png)\u00a0<br>';
  expect(noise(noisy)).toMatchObject({
    escapes: 3,
    '\\$': 1,
    'broken addresses': 2,
    'link titles': 1,
    'empty pictures': 1,
    'level skips': 1,
    nbsp: 1,
    tags: 1,
  });
  expect(noise('`\\$\u00a0` $\\$a$ <br>\n\n```\n\\$\n```').escapes).toBeUndefined();
});

test('the judge of noise takes a block for repeated where people say it once, and a word for glued where they say two', () => {
  const block = 'A line of more than sixty characters that a page says again and again.';
  expect(noise(`${block}\n\n${block}`)['repeated blocks']).toBe(1);
  expect(noise(`${block}\n\n${block}`, `${block} ${block}`)['repeated blocks']).toBeUndefined();
  expect(noise(`${block}\n\n> ${block}`)['repeated blocks']).toBeUndefined();
  const code = `\`\`\`\n${block}\n\`\`\``;
  expect(noise(`${code}\n\n${code}`)['repeated blocks']).toBeUndefined();
  expect(noise('by Ada Streamtoday and nowhere', 'by Ada Stream today and no where')['glued words']).toBe(2);
});
