import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { page, snapshotSuite } from '../../../tests/storage/kept-suites.ts';
import { openSqliteSnapshots } from './snapshots.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-snapshots-'));
let files = 0;
const newFile = () => path.join(folder, `${files++}.db`);

afterAll(() => rmSync(folder, { recursive: true }));

snapshotSuite('sqlite', (maxBytes, clock) =>
  openSqliteSnapshots({ file: newFile(), maxBytes, now: () => clock.ms }),
);

describe('openSqliteSnapshots', () => {
  test('keeps pages over a restart and shares them between openings', async () => {
    const file = newFile();
    const [one, two] = [
      await openSqliteSnapshots({ file, maxBytes: 1e6 }),
      await openSqliteSnapshots({ file, maxBytes: 1e6 }),
    ];
    await one.put('k', page(Buffer.from('here')));
    expect((await two.get('k'))?.bytes.toString()).toBe('here');
    await one.close();
    await two.close();
    const again = await openSqliteSnapshots({ file, maxBytes: 1e6 });
    expect((await again.get('k'))?.bytes.toString()).toBe('here');
    await again.close();
  });

  test('stores equal bytes once and compressed, and counts them exactly', async () => {
    const file = newFile();
    const store = await openSqliteSnapshots({ file, maxBytes: 1e6 });
    const text = page(Buffer.from('the same words '.repeat(5000)));
    for (let i = 0; i < 5; i++) await store.put(`k${i}`, text);
    const db = new Libsql(file);
    const [count] = db.prepare('SELECT count(*) AS n, sum(size) AS bytes FROM content').all() as [
      { n: number; bytes: number },
    ];
    const total = db.prepare('SELECT bytes FROM total').get() as { bytes: number };
    expect(count.n).toBe(1);
    expect(count.bytes).toBeLessThan(5000);
    expect(total.bytes).toBe(count.bytes);
    for (let i = 0; i < 5; i++) await store.delete(`k${i}`);
    expect((db.prepare('SELECT bytes FROM total').get() as { bytes: number }).bytes).toBe(0);
    db.close();
    await store.close();
  });

  test('removes pages that nobody has asked for within their time', async () => {
    const file = newFile();
    const clock = { ms: 1_000_000 };
    const store = await openSqliteSnapshots({ file, maxBytes: 1e6, keepMs: 600_000, now: () => clock.ms });
    await store.put('left', page(Buffer.from('left')));
    await store.put('used', page(Buffer.from('used')));
    clock.ms += 600_000;
    expect(await store.get('used')).not.toBeNull();
    clock.ms += 1;
    await store.put('new', page(Buffer.from('new')));
    expect(await store.get('left')).toBeNull();
    expect(await store.get('used')).not.toBeNull();
    await store.close();
  });

  test('gives a page whose use cannot be noted', async () => {
    const file = newFile();
    const clock = { ms: 1_000_000 };
    const store = await openSqliteSnapshots({ file, maxBytes: 1e6, now: () => clock.ms });
    await store.put('k', page(Buffer.from('here')));
    clock.ms += 600_000;
    const other = new Libsql(file);
    other.exec('BEGIN IMMEDIATE');
    expect((await store.get('k'))?.bytes.toString()).toBe('here');
    other.exec('ROLLBACK');
    other.close();
    await store.close();
  });

  test('takes no claim of a clock that was set back for a standing one', async () => {
    const clock = { ms: 10_000_000 };
    const store = await openSqliteSnapshots({ file: newFile(), maxBytes: 1e6, now: () => clock.ms });
    await store.claim('k', 'one', 3000, null);
    clock.ms -= 3_600_000;
    expect(await store.claim('k', 'two', 3000, null)).toEqual({ state: 'mine' });
    await store.close();
  });

  test('begins anew on a damaged file', async () => {
    const file = newFile();
    writeFileSync(file, 'this is no database at all '.repeat(300));
    const store = await openSqliteSnapshots({ file, maxBytes: 1e6 });
    await store.put('k', page(Buffer.from('new')));
    expect((await store.get('k'))?.bytes.toString()).toBe('new');
    await store.close();
  });

  test('keeps the file near its bound while pages come and go', async () => {
    const file = newFile();
    const store = await openSqliteSnapshots({ file, maxBytes: 500_000 });
    for (let i = 0; i < 200; i++) await store.put(`k${i}`, page(randomBytes(30_000)));
    await store.close();
    expect(statSync(file).size).toBeLessThan(800_000);
  });
});
