import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Stores } from '../../src/storage/ports.ts';
import { openSqliteStores } from '../../src/storage/sqlite/open-sqlite-stores.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { isFull } from '../support/full-form.ts';
import { startStoreChild } from './store-child.ts';

const PLAN = { perMinute: 100_000, perHour: 1500 };
const KILLS = isFull ? 12 : 4;
/** Of each of four processes: more than a fourth of the plan. */
const CALLS = isFull ? 600 : 400;

let folder = '';
let file = '';
let stores: Stores;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pagemark-processes-'));
  file = path.join(folder, 'p.db');
  stores = await openSqliteStores({ file, timeoutMs: STORE_FAR_MS });
});

afterEach(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

const start = (mode: string, count: number) =>
  startStoreChild(
    mode,
    { storage: { kind: 'sqlite', file }, postgresUrl: null, redisUrl: null, timeoutMs: STORE_FAR_MS },
    count,
  );

/** Kills a child that works endlessly, at a moment between 1 and 60 ms after it began, or after the first thing that it told. */
async function killedChild(mode: string, hasTold = false): Promise<readonly string[]> {
  const child = start(mode, 1e9);
  await child.ready;
  while (hasTold && child.lines.length === 0) await sleep(1);
  await sleep(1 + Math.random() * 60);
  child.process.kill('SIGKILL');
  await child.done;
  return child.lines;
}

describe('sqlite stores over processes', () => {
  test('four processes on one file are admitted exactly the plan', async () => {
    const children = [1, 2, 3, 4].map(() => start('admit', CALLS));
    await Promise.all(children.map((child) => child.done));
    const lines = children.flatMap((child) => child.lines);
    expect(lines).toHaveLength(4 * CALLS);
    expect(lines.filter((line) => line === 'admitted')).toHaveLength(1500);
    expect((await stores.rateLimits.peek('shared', PLAN)).hour.remaining).toBe(0);
  });

  test('a file that is opened and closed once more here is not taken for free by another process', async () => {
    const log = `${file}-wal`;
    const { ino } = statSync(log);
    await (await openSqliteStores({ file })).close();
    const reads =
      'const db = new (require("libsql"))(process.argv[1]); db.prepare("SELECT * FROM api_key").all(); db.close()';
    execFileSync(process.execPath, ['--eval', reads, file]);
    expect(statSync(log, { throwIfNoEntry: false })?.ino).toBe(ino);
  });

  test('kill -9 loses no admission and admits none twice', async () => {
    let seen = 0;
    for (let i = 0; i < KILLS; i++) {
      seen += (await killedChild('admit', i === 0)).filter((line) => line === 'admitted').length;
      if (seen > 1000) break;
    }
    const used = PLAN.perHour - (await stores.rateLimits.peek('shared', PLAN)).hour.remaining;
    expect(seen).toBeGreaterThan(0);
    expect(used).toBeGreaterThanOrEqual(seen);
    // A call committed but not yet told when its process died is counted: one per kill at most.
    expect(used).toBeLessThanOrEqual(seen + KILLS);
  });

  test('kill -9 counts each AI call whose first chunk was seen once, and releases the others', async () => {
    let chunks = 0;
    for (let i = 0; i < KILLS; i++) chunks += (await killedChild('ai', i === 0)).length;
    await sleep(350);
    await stores.leases.reap(Date.now());
    const { used } = await stores.aiQuota.usage('lic', '2026-11');
    expect(chunks).toBeGreaterThan(0);
    expect(used).toBeGreaterThanOrEqual(chunks);
    expect(used).toBeLessThanOrEqual(chunks + KILLS);
    expect(await stores.leases.reap(Date.now())).toBe(0);
  });

  test('kill -9 loses no credit: what was not settled comes back', async () => {
    const granted = 1_000_000;
    await stores.credits.grant('key', granted, 'g', Date.now());
    let settled = 0;
    for (let i = 0; i < KILLS; i++) settled += (await killedChild('credit', i === 0)).length;
    await sleep(350);
    await stores.leases.reap(Date.now());
    const spent = granted - (await stores.credits.balance('key'));
    expect(spent).toBeGreaterThanOrEqual(settled);
    expect(spent).toBeLessThanOrEqual(settled + KILLS);
    let [sum, seq] = [0, 0];
    for (;;) {
      const rows = await stores.credits.entries('key', seq, 1000);
      if (rows.length === 0) break;
      for (const row of rows) {
        expect([row.seq, row.balance]).toEqual([seq + 1, sum + row.delta]);
        [seq, sum] = [row.seq, row.balance];
      }
    }
    expect(sum).toBe(granted - spent);
  });
});
