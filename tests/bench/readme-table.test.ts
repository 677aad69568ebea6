import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NEEDED = ['readme.mjs', 'converters.mjs', 'table.mjs', 'results'];

/** What `bench/readme.mjs --check` answers for a copy of the README and the results. */
function check(change: (readme: string) => string) {
  const copy = mkdtempSync(path.join(tmpdir(), 'pagemark-bench-'));
  try {
    mkdirSync(path.join(copy, 'bench'));
    for (const name of NEEDED)
      cpSync(path.join(ROOT, 'bench', name), path.join(copy, 'bench', name), { recursive: true });
    writeFileSync(path.join(copy, 'README.md'), change(readFileSync(path.join(ROOT, 'README.md'), 'utf8')));
    return spawnSync(process.execPath, [path.join(copy, 'bench', 'readme.mjs'), '--check'], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test("the README's table is that of bench/results/latest.json", () => {
  const { status, stderr } = check((readme) => readme);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a figure changed by hand is noticed', () => {
  const { status, stderr } = check((readme) => readme.replace(/(\| pagemark .*?)\d\.\d+/, '$10.999'));
  expect(stderr).toContain('node bench/readme.mjs');
  expect(status).toBe(1);
});

test('the latest results are of the own set, with commit and versions', () => {
  const latest = JSON.parse(readFileSync(path.join(ROOT, 'bench/results/latest.json'), 'utf8'));
  expect(latest.set.kind).toBe('own');
  expect(latest.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(Object.keys(latest.versions)).toContain('defuddle');
});
