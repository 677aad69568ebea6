import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJsonLines } from '../../src/cli/batch/json-lines.ts';
import { loadConfig } from '../../src/config/config.ts';
import { runChecks } from '../../src/doctor/checks.ts';
import { warningsOf } from '../../src/open-from-config.ts';
import type { SnapshotStore } from '../../src/storage/snapshot-store.ts';
import { openSqliteStores } from '../../src/storage/sqlite/open-sqlite-stores.ts';
import { openThreadedSnapshots } from '../../src/storage/sqlite/threaded-snapshots.ts';
import { canMount, mountDisk } from '../faults/fault-ground.ts';
import { leftOut } from '../support/left-out.ts';
import { testEnv } from '../support/test-service.ts';
import { page } from './kept-suites.ts';

const MIB = 1024 ** 2;
const RESERVED_BYTES = 8 * MIB;
const DISK_BYTES = 40 * MIB;
const LIMITS = { perMinute: 1_000_000, perHour: 1_000_000 };
const FULL = { failure: { reason: 'store_unavailable' } };

const mounts = canMount();
if (!mounts) leftOut('a full disk', 'as root, where `mount -t tmpfs` is allowed');

let folder: string;
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
const filler = () => path.join(folder, 'filler');
/** Fills the disk with a file of somebody else's until so many bytes are left. */
const leave = (bytes: number) =>
  writeFileSync(filler(), Buffer.alloc(Math.max(0, freeBytes() - bytes)), { flag: 'a' });
const file = () => path.join(folder, 'snapshots.db');
const openPages = () => openThreadedSnapshots({ file: file(), maxBytes: 1e9 });
/** A page that does not compress. */
const bulky = () => page(randomBytes(MIB));

describe.runIf(mounts)('a full disk', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pagemark-full-'));
    mountDisk(folder, DISK_BYTES);
  });
  afterEach(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('pages give way as a whole before the last 8 MiB, and are kept again where that was enough', async () => {
    const store = await openPages();
    await store.put('first', bulky());
    let gaveWay = 0;
    for (let i = 0; i < 60; i++) {
      const kept = await store.put(`page ${i}`, bulky()).catch(() => false);
      if (!kept) gaveWay++;
      expect(freeBytes()).toBeGreaterThanOrEqual(RESERVED_BYTES);
    }
    expect(gaveWay).toBeGreaterThan(0);
    expect(await store.get('first')).toBeNull();
    await expect.poll(() => store.put('next', bulky()).catch(() => false)).toBe(true);
    expect(await store.find('next')).not.toBeNull();
    await store.close();
  });

  test('pages give way to what somebody else writes, and are off until there is room', async () => {
    const store = await openPages();
    await store.put('a', bulky());
    leave(RESERVED_BYTES - MIB);
    await expect.poll(() => existsSync(file())).toBe(false);
    await expect(store.put('b', bulky())).rejects.toMatchObject(FULL);
    expect(await store.get('a')).toBeNull();
    expect(await store.claim('a', 'me', 1000, null)).toEqual({ state: 'mine' });
    await Promise.all([store.touch('a', 1), store.delete('a'), store.release('a', 'me', null)]);
    truncateSync(filler(), 0);
    await expect.poll(() => store.put('c', bulky()).catch(() => false)).toBe(true);
    await store.close();
  });

  test('pages of a start on a full disk are off, and come when there is room', async () => {
    leave(MIB);
    const store = await openPages();
    await expect(store.put('a', bulky())).rejects.toMatchObject(FULL);
    rmSync(filler());
    await expect.poll(() => store.put('a', bulky()).catch(() => false)).toBe(true);
    await store.close();
  });

  test('a line of results is whole or a fault, and nothing is written behind a torn one', async () => {
    const results = path.join(folder, 'results.jsonl');
    let read: string[] = [];
    const open = () => {
      read = [];
      return openJsonLines<string>(results, (line) => read.push(line));
    };
    const lines = await open();
    await lines.add('first');
    leave(64 * 1024);
    const long = 'x'.repeat(MIB);
    await expect(lines.add(long)).rejects.toMatchObject({ code: 'ENOSPC' });
    rmSync(filler());
    await expect(lines.add('second')).rejects.toMatchObject({ code: 'ENOSPC' });
    await lines.close();
    const again = await open();
    expect(read).toEqual(['first']);
    await again.add(long);
    await again.close();
    await (await open()).close();
    expect(read).toEqual(['first', long]);
  });

  test('processes that share the pages let go of them together, and share the next ones', async () => {
    const stores: SnapshotStore[] = await Promise.all([openPages(), openPages()]);
    await stores[0]!.put('a', bulky());
    expect(await stores[1]!.get('a')).not.toBeNull();
    leave(RESERVED_BYTES - MIB);
    await expect.poll(freeBytes).toBeGreaterThan(RESERVED_BYTES - MIB / 2);
    truncateSync(filler(), 0);
    await expect.poll(() => stores[0]!.put('b', bulky()).catch(() => false)).toBe(true);
    await expect.poll(async () => (await stores[1]!.get('b').catch(() => null)) !== null).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('limits and keys have those 8 MiB; past them no call is admitted, and none that was is forgotten', async () => {
    const stores = await openSqliteStores({ file: path.join(folder, 'pagemark.db') });
    const pages = await openPages();
    while (await pages.put(String(Math.random()), bulky()).catch(() => false));
    leave(RESERVED_BYTES);
    for (let i = 0; i < 200; i++) expect((await stores.rateLimits.admit('a', LIMITS)).admitted).toBe(true);
    leave(0);
    let admitted = 200;
    const fault = await (async () => {
      for (;;) {
        if ((await stores.rateLimits.admit('a', LIMITS)).admitted) admitted++;
      }
    })().catch((error: unknown) => error);
    expect(fault).toMatchObject(FULL);
    await expect(stores.ping()).rejects.toMatchObject(FULL);
    const counted = async () => LIMITS.perHour - (await stores.rateLimits.peek('a', LIMITS)).hour.remaining;
    expect(await counted()).toBe(admitted);
    rmSync(filler());
    expect((await stores.rateLimits.admit('a', LIMITS)).admitted).toBe(true);
    expect(await counted()).toBe(admitted + 1);
    await Promise.all([stores.close(), pages.close()]);
  });

  test('doctor says that neither keys nor pages can be written', async () => {
    const PAGEMARK_DATABASE_URL = `file:${path.join(folder, 'pagemark.db')}`;
    const config = loadConfig(testEnv(folder, { PAGEMARK_DATABASE_URL, PAGEMARK_DATA_DIR: folder }));
    const states = async () =>
      (await runChecks(config, {}, ['store', 'snapshots'])).map(({ name, state }) => [name, state]);
    const well = [
      ['store', 'ok'],
      ['snapshots', 'ok'],
    ];
    expect(await states()).toEqual(well);
    leave(0);
    expect(await states()).toEqual([
      ['store', 'failed'],
      ['snapshots', 'warning'],
    ]);
    rmSync(filler());
    expect(await states()).toEqual(well);
  });

  test.each([
    ['less than its pages may take', String(DISK_BYTES + 1), {}, 1],
    ['all of that', String(DISK_BYTES - MIB), {}, 0],
    ['less, and pages in memory', String(DISK_BYTES + 1), { PAGEMARK_DATABASE_URL: 'memory:' }, 0],
    ['less, and pages off', String(DISK_BYTES + 1), { PAGEMARK_SNAPSHOT_TTL_S: '0' }, 0],
  ])('a start warns of a disk that has %s', async (_, PAGEMARK_SNAPSHOT_MAX_BYTES, env, warnings) => {
    const config = loadConfig(testEnv(folder, { ...env, PAGEMARK_SNAPSHOT_MAX_BYTES }));
    const told = await warningsOf(config, { state: async () => ({ found: false }) } as never);
    expect(told).toHaveLength(warnings);
    for (const text of told)
      expect(text).toContain(`Set PAGEMARK_SNAPSHOT_MAX_BYTES to less than ${DISK_BYTES}`);
  });
});
