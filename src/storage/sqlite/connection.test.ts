import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './connection.ts';

test('makeFolder makes every missing level for the owner only', () => {
  const base = mkdtempSync(path.join(tmpdir(), 'pagemark-folder-'));
  const folder = path.join(base, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(path.join(base, 'file'), '');
  expect(() => makeFolder(path.join(base, 'file', 'below'))).toThrow(/ENOTDIR|EEXIST/);
  rmSync(base, { recursive: true });
});

test.runIf(process.platform === 'linux')('makeFolder fails below /proc instead of hanging', () => {
  expect(() => makeFolder('/proc/pagemark/data')).toThrow(/ENOENT/);
});
