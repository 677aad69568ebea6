import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NEEDED = ['readme.mjs', 'converters.mjs', 'scorecard.mjs', 'table.mjs', 'plots', 'results'];
const DOCUMENTS = ['README.md', 'docs/benchmark.md', 'docs/plots'];

/** What `bench/readme.mjs --check` answers for a copy of the documents and the results, of which one is changed. */
function check(file: string, change: (text: string) => string) {
  const copy = mkdtempSync(path.join(tmpdir(), 'pagemark-bench-'));
  try {
    for (const name of ['bench', 'docs']) mkdirSync(path.join(copy, name));
    for (const name of DOCUMENTS) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
    for (const name of NEEDED)
      cpSync(path.join(ROOT, 'bench', name), path.join(copy, 'bench', name), { recursive: true });
    writeFileSync(path.join(copy, file), change(readFileSync(path.join(ROOT, file), 'utf8')));
    return spawnSync(process.execPath, [path.join(copy, 'bench', 'readme.mjs'), '--check'], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test('README, guide and plots say what bench/results says', () => {
  const { status, stderr } = check('README.md', (readme) => readme);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test.each([
  ['README.md', /(\| forum .*?)0\.\d+/],
  ['docs/benchmark.md', /(\| pagemark .*?)\d\.\d+/],
  ['docs/plots/quality-and-cost.svg', /(<rect [^>]*width=")\d+/],
])('a figure changed by hand in %s is noticed', (file, figure) => {
  const { status, stderr } = check(file, (text) => text.replace(figure, '$10.999'));
  expect(stderr).toContain(`${file} differs from bench/results; run: node bench/readme.mjs`);
  expect(status).toBe(1);
});

test('the latest results are of the own set, with commit and versions', () => {
  const latest = JSON.parse(readFileSync(path.join(ROOT, 'bench/results/latest.json'), 'utf8'));
  expect(latest.set.kind).toBe('own');
  expect(latest.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(Object.keys(latest.versions)).toContain('defuddle');
});
