import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, storeSuite } from '../../../tests/storage/store-suite.ts';
import { onThisMachine } from '../../../tests/support/machine-speed.ts';
import { ServiceError } from '../../contract/failure.ts';
import { TIMEOUT_MS } from '../store-breaker.ts';
import { operatorMessage } from '../store-fault.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

const FREE = { perMinute: 10, perHour: 100 };
let folder = '';

function clockParts(clock: ManualClock, wallMs = clock.ms, bootId = 'boot') {
  return { monotonicMs: () => clock.ms, wallMs: () => wallMs, bootId };
}

storeSuite({
  name: 'sqlite',
  runs: 60,
  open: async (clock) => {
    const own = mkdtempSync(path.join(tmpdir(), 'pagemark-store-'));
    const stores = await openSqliteStores({ file: path.join(own, 'p.db'), clock: clockParts(clock) });
    const close = async () => {
      await stores.close();
      rmSync(own, { recursive: true });
    };
    return { stores, close };
  },
});

describe('openSqliteStores', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pagemark-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => path.join(folder, 'deep', 'p.db');

  test('makes the folder and a file that only its owner can read', async () => {
    const stores = await openSqliteStores({ file: file() });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700);
    await stores.close();
  });

  test('leaves one whole file behind when it is closed', async () => {
    const stores = await openSqliteStores({ file: file() });
    await stores.rateLimits.admit('k', { perMinute: 1, perHour: 1 });
    await stores.close();
    const copy = path.join(folder, 'copy.db');
    copyFileSync(file(), copy);
    const copied = await openSqliteStores({ file: copy });
    expect((await copied.rateLimits.admit('k', { perMinute: 1, perHour: 1 })).admitted).toBe(false);
    await copied.close();
  });

  test('migrates once when eight starters open a new file together', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openSqliteStores({ file: file() })));
    for (const stores of opened) await stores.ping();
    for (const stores of opened) await stores.close();
  });

  test('keeps the windows over a restart and over a second opening', async () => {
    const first = await openSqliteStores({ file: file() });
    for (let i = 0; i < 6; i++) await first.rateLimits.admit('k', FREE);
    const second = await openSqliteStores({ file: file() });
    for (let i = 0; i < 4; i++) await second.rateLimits.admit('k', FREE);
    expect((await first.rateLimits.admit('k', FREE)).admitted).toBe(false);
    await first.close();
    await second.close();
    const third = await openSqliteStores({ file: file() });
    expect((await third.rateLimits.admit('k', FREE)).admitted).toBe(false);
    await third.close();
  });

  test('frees nothing when the wall clock is set an hour forward or back between two starts', async () => {
    const clock = { ms: 5_000_000 };
    const wall = 1_800_000_000_000;
    const first = await openSqliteStores({ file: file(), clock: clockParts(clock, wall) });
    for (let i = 0; i < 10; i++) await first.rateLimits.admit('k', FREE);
    for (const shift of [3_600_000, -3_600_000]) {
      const later = await openSqliteStores({ file: file(), clock: clockParts(clock, wall + shift) });
      expect(await later.rateLimits.admit('k', FREE)).toMatchObject({
        admitted: false,
        retryAfterMs: 60_000,
      });
      await later.close();
    }
    clock.ms += 60_000;
    expect((await first.rateLimits.admit('k', FREE)).admitted).toBe(true);
    await first.close();
  });

  test('never falls behind what was seen when the machine restarts with an older wall clock', async () => {
    const wall = 1_800_000_000_000;
    const before = await openSqliteStores({ file: file(), clock: clockParts({ ms: 9_000_000 }, wall, 'a') });
    for (let i = 0; i < 10; i++) await before.rateLimits.admit('k', FREE);
    await before.close();
    for (const bootId of ['b', '']) {
      const clock = { ms: 1000 };
      const after = await openSqliteStores({
        file: file(),
        clock: clockParts(clock, wall - 7_200_000, bootId),
      });
      expect(await after.rateLimits.admit('k', FREE)).toMatchObject({
        admitted: false,
        retryAfterMs: 60_000,
      });
      await after.close();
    }
  });

  test('counts the time the machine was off', async () => {
    const wall = 1_800_000_000_000;
    const before = await openSqliteStores({ file: file(), clock: clockParts({ ms: 9_000_000 }, wall, 'a') });
    for (let i = 0; i < 10; i++) await before.rateLimits.admit('k', FREE);
    await before.close();
    const after = await openSqliteStores({ file: file(), clock: clockParts({ ms: 10 }, wall + 60_000, 'b') });
    expect((await after.rateLimits.admit('k', FREE)).admitted).toBe(true);
    await after.close();
  });

  test('rejects store_unavailable while another process holds the file, and recovers', async () => {
    const stores = await openSqliteStores({ file: file(), timeoutMs: onThisMachine(TIMEOUT_MS) });
    const other = new Libsql(file());
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const beat = setInterval(() => turns++, 10);
    const admit = (_: unknown, i: number) => stores.rateLimits.admit(`k${i}`, FREE);
    const calls = Array.from({ length: 100 }, admit).map((call) =>
      call.then(
        () => null,
        (thrown: unknown) => (thrown instanceof ServiceError ? thrown.failure : null),
      ),
    );
    for (const failure of await Promise.all(calls))
      expect(failure).toMatchObject({ reason: 'store_unavailable', retryAfterMs: 1000 });
    clearInterval(beat);
    // As many calls as there are hold the event loop up no longer than one does.
    expect(turns).toBeGreaterThan(20);
    expect(await stores.apiKeys.list()).toEqual([]);
    const waiting = Array.from({ length: 100 }, admit);
    other.exec('COMMIT');
    other.close();
    expect((await Promise.all(waiting)).map(({ admitted }) => admitted)).not.toContain(false);
    await stores.close();
  });

  test('ping waits behind no writer, and says no once a write got no lock, until the next one is done', async () => {
    const stores = await openSqliteStores({ file: file() });
    const other = new Libsql(file());
    other.exec('BEGIN IMMEDIATE');
    const mostMs = onThisMachine(1000);
    const from = performance.now();
    await stores.ping();
    expect(performance.now() - from).toBeLessThan(mostMs);
    await expect(stores.rateLimits.admit('k', FREE)).rejects.toThrow(ServiceError);
    await expect(stores.ping()).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
    other.exec('COMMIT');
    other.close();
    await stores.rateLimits.admit('k', FREE);
    await stores.ping();
    await stores.close();
  });

  test('rejects store_unavailable when the disk is full and admits nothing by it', async () => {
    const stores = await openSqliteStores({ file: file(), pageLimit: 40 });
    const big = { perMinute: 1_000_000, perHour: 1_000_000 };
    let admitted = 0;
    let reason = '';
    let advice: string | null = null;
    for (let i = 0; i < 50_000 && reason === ''; i++) {
      await stores.rateLimits.admit(`subject ${i}`, big).then(
        () => admitted++,
        (thrown: unknown) => {
          reason = thrown instanceof ServiceError ? thrown.failure.reason : String(thrown);
          advice = operatorMessage(thrown);
        },
      );
    }
    expect(reason).toBe('store_unavailable');
    expect(advice).toBe(
      'Make room on the disk of the file that PAGEMARK_DATABASE_URL names; SQLite: database or disk is full',
    );
    await expect(stores.ping()).rejects.toMatchObject({ failure: { reason } });
    expect((await stores.rateLimits.peek(`subject ${admitted}`, big)).minute.remaining).toBe(1_000_000);
    expect((await stores.rateLimits.peek('subject 0', big)).minute.remaining).toBe(999_999);
    await stores.close();
  });

  test('refuses a file that is no database, and one of a newer schema', async () => {
    const stores = await openSqliteStores({ file: file() });
    await stores.close();
    const db = new Libsql(file());
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(openSqliteStores({ file: file() })).rejects.toThrow('needs one that knows step "99"');
    const text = path.join(folder, 'text.db');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(text, 'not a database, but long enough to be looked at '.repeat(40));
    await expect(openSqliteStores({ file: text })).rejects.toMatchObject({
      failure: { reason: 'store_unavailable' },
    });
  });

  test('sweep removes the rows of idle subjects', async () => {
    const clock = { ms: 5_000_000 };
    const stores = await openSqliteStores({ file: file(), clock: clockParts(clock) });
    for (let i = 0; i < 450; i++) await stores.rateLimits.admit(`subject ${i}`, FREE);
    clock.ms += 3_600_000;
    await stores.rateLimits.admit('busy', FREE);
    await stores.sweep(400);
    const db = new Libsql(file());
    expect((db.prepare('SELECT count(*) AS n FROM rate_subject').get() as { n: number }).n).toBe(1);
    expect((db.prepare('SELECT count(*) AS n FROM rate_admission').get() as { n: number }).n).toBe(1);
    db.close();
    await stores.close();
  });
});
