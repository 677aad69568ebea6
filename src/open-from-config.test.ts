import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { page } from '../tests/storage/kept-suites.ts';
import { loadConfig } from './config/config.ts';
import { openSnapshots } from './open-from-config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('openSnapshots keeps pages in the data folder, or in memory', async () => {
  for (const [name, database, where] of [
    ['file', `file:${folder}/pagemark.db`, 'named'],
    ['memory', 'memory:', 'named'],
    ['own', `file:${folder}/pagemark.db`, 'own'],
  ] as const) {
    const env = { PAGEMARK_DATABASE_URL: database, PAGEMARK_DATA_DIR: path.join(folder, name) };
    const snapshots = await openSnapshots(loadConfig(env), where);
    await snapshots.put('k', page(Buffer.from('x')));
    expect((await snapshots.get('k'))?.bytes.byteLength).toBe(1);
    await snapshots.close();
  }
  expect(existsSync(path.join(folder, 'file', 'snapshots.db'))).toBe(true);
  expect(existsSync(path.join(folder, 'memory'))).toBe(false);
  expect(existsSync(path.join(folder, 'own'))).toBe(false);
});
