import { existsSync, readFileSync } from 'node:fs';
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
