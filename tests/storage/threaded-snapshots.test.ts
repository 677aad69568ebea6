import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { SnapshotStore } from '../../src/storage/snapshot-store.ts';
import { openSqliteSnapshots } from '../../src/storage/sqlite/snapshots.ts';
import { openThreadedSnapshots } from '../../src/storage/sqlite/threaded-snapshots.ts';
import { page, snapshotSuite } from './kept-suites.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-threaded-'));
let files = 0;
const newFile = () => path.join(folder, `${files++}.db`);

afterAll(() => rmSync(folder, { recursive: true }));

snapshotSuite('threaded sqlite', (maxBytes, clock) =>
  openThreadedSnapshots({ file: newFile(), maxBytes, now: () => clock.ms }),
);

describe('openThreadedSnapshots', () => {
  test('rejects store_unavailable when the file cannot be opened', async () => {
    const opening = openThreadedSnapshots({ file: '/proc/none/snapshots.db', maxBytes: 1e6 });
    await expect(opening).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
  });

  test('leaves no thread behind when the file cannot be opened', async () => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    await openThreadedSnapshots({ file: '/proc/none/snapshots.db', maxBytes: 1e6 }).catch(() => undefined);
    process.off('worker', note);
    // Of one that has ended.
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  });

  test('leaves the bytes that are put to their owner', async () => {
    const store = await openThreadedSnapshots({ file: newFile(), maxBytes: 1e6 });
    const bytes = Buffer.from('mine');
    await store.put('k', page(bytes));
    expect(bytes.toString()).toBe('mine');
    await store.close();
  });

  test('asks the thread for the facts of a page once, and sees at once what it or another process changes', async () => {
    const file = newFile();
    const [store, other] = await Promise.all([
      openThreadedSnapshots({ file, maxBytes: 1e6 }),
      openThreadedSnapshots({ file, maxBytes: 1e6 }),
    ]);
    const asked = vi.spyOn(Worker.prototype, 'postMessage');
    const seen = async () => {
      asked.mockClear();
      const fetchedAtMs = (await store.find('k'))?.fetchedAtMs;
      return [fetchedAtMs, asked.mock.calls.length];
    };
    expect(await seen()).toEqual([undefined, 1]);
    for (const one of [other, store, other]) {
      await one.put('k', page(Buffer.from('one'), 1));
      expect(await seen()).toEqual([1, 1]);
      expect(await seen()).toEqual([1, 0]);
      await one.touch('k', 2);
      expect(await seen()).toEqual([2, 1]);
      const put = one.put('k', page(Buffer.from('two'), 5));
      // What is asked while a page is on its way may be told of the one before, and nobody else is.
      await seen();
      await put;
      expect((await seen())[0]).toBe(5);
      await one.delete('k');
      expect(await seen()).toEqual([undefined, 1]);
    }
    asked.mockRestore();
    await Promise.all([store.close(), other.close()]);
  });

  test('sees at once what it changes in a file that took the place of another', async () => {
    const file = newFile();
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    const store = await openThreadedSnapshots({ file, maxBytes: 1e6 });
    process.off('worker', note);
    await store.put('k', page(Buffer.from('one'), 1));
    expect((await store.find('k'))?.fetchedAtMs).toBe(1);
    await threads[0]!.terminate();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    await store.put('k', page(Buffer.from('two'), 2));
    expect((await store.find('k'))?.fetchedAtMs).toBe(2);
    await store.touch('k', 3);
    expect((await store.find('k'))?.fetchedAtMs).toBe(3);
    await store.close();
  });

  test('keeps the event loop freer than the same in line, for ten megabytes that cannot be compressed', async () => {
    const [threaded, direct] = await Promise.all([
      openThreadedSnapshots({ file: newFile(), maxBytes: 1e8 }),
      openSqliteSnapshots({ file: newFile(), maxBytes: 1e8 }),
    ]);
    const stalls = { threaded: Infinity, direct: Infinity };
    const isFreer = () => stalls.threaded < stalls.direct * 0.75;
    // The shortest of several: what blocks does so each time, what a loaded machine adds comes and goes.
    for (let round = 0; round < 3 && !isFreer(); round++) {
      const large = page(randomBytes(10 * 1024 * 1024));
      const use = (store: SnapshotStore) => async () => {
        await store.put('k', large);
        await store.get('k');
      };
      stalls.direct = Math.min(stalls.direct, await longestStall(use(direct)));
      stalls.threaded = Math.min(stalls.threaded, await longestStall(use(threaded)));
    }
    expect(stalls.threaded).toBeLessThan(stalls.direct * 0.75);
    await Promise.all([threaded.close(), direct.close()]);
  });
});

/** Longest time in milliseconds that the event loop did not turn while `work` ran. */
async function longestStall(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOn = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOn = false;
  return longest;
}
