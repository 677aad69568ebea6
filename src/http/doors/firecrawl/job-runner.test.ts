import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FREE_CALLER } from '../../../../tests/support/fake-http.ts';
import { fail } from '../../../contract/failure.ts';
import type { JobStore } from '../../../storage/job-store.ts';
import { sqlJobs } from '../../../storage/sql/jobs.ts';
import { IN_MEMORY, sqliteDatabase } from '../../../storage/sqlite/connection.ts';
import { openMigrated, STORE_STEPS } from '../../../storage/sqlite/migrations.ts';
import type { HttpDeps } from '../../deps.ts';
import { createJobRunner, type JobRunner, turnOf } from './job-runner.ts';
import { readScrape, scrapeOptions } from './scrape-request.ts';

/** Jobs by the letters of their keys, the oldest first, a second apart. */
const jobs = (keys: string) => [...keys].map((keyId, at) => ({ keyId, sinceMs: 1000 * at, at }));

test.each([
  ['nobody waits', 'aabb', '', 0, undefined],
  ['a key waits that has none, another two', 'aabb', 'c', 0, 0],
  ['a key waits that has one, another three', 'cbabb', 'ca', 0, 1],
  ['keys have as many but one', 'cbb', 'c', 0, undefined],
  ['keys have as many but one for more than ten minutes', 'cbb', 'c', 700_000, 1],
  ['keys have as many but one for so long, and another job began since', 'cbb', 'c', 601_500, undefined],
  ['a key waits that has as many as any, since long', 'aabb', 'ab', 700_000, undefined],
])('turnOf where %s', (_, placed, waiting, nowMs, at) => {
  expect(turnOf(jobs(placed), jobs(waiting), nowMs)?.goes.at).toBe(at);
});

test('turnOf has all keys have a place in the end, and then changes no more', () => {
  let placed = jobs('aaaabbbb');
  const waiting = jobs('cdefg');
  for (let turns = 0; ; turns++) {
    const turn = turnOf(placed, waiting, 0);
    if (turn === undefined) break;
    expect(turns).toBeLessThan(9);
    placed = [...placed.filter((one) => one !== turn.goes), { ...turn.begins, sinceMs: 9000 }];
    waiting.splice(waiting.indexOf(turn.begins), 1, turn.goes);
  }
  expect(new Set(placed.map(({ keyId }) => keyId)).size).toBe(7);
});

/** Places of a process. */
const PLACES = 64;

/**
 * A store, and what processes at it are made of, whose times pass as the test says. Pages of the key `many` meet `admitMany`, all
 * others are as those of a site that is not there.
 */
async function openGround(admitMany: () => Promise<never>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const seen = {
    released: [] as string[],
    opened: [] as string[],
    faults: [] as unknown[],
    isDraining: false,
  };
  const connection = await openMigrated(IN_MEMORY, STORE_STEPS, (opened) => opened);
  const jobs = sqlJobs(sqliteDatabase(connection, { nowMs: Date.now }), 1e9);
  const watched: JobStore = {
    ...jobs,
    async requestOf(id) {
      seen.opened.push(id);
      return jobs.requestOf(id);
    },
    async release(id, ...more) {
      seen.released.push(id);
      await jobs.release(id, ...more);
    },
  };
  const { scrape } = readScrape(scrapeOptions, {});
  const deps = {
    jobs: watched,
    authenticator: { byId: async (keyId: string) => ({ ...FREE_CALLER, keyId }) },
    meter: {
      windows: async () => ({}),
      admit: async ({ keyId }: { readonly keyId: string }) => {
        if (keyId === 'many') await admitMany();
        throw fail('upstream_not_found', 'x');
      },
    },
    usage: { add: () => undefined },
    converter: { refusal: () => null },
    isDraining: () => seen.isDraining,
    beginWork: () => () => undefined,
    onFault: (error: unknown) => seen.faults.push(error),
  } as unknown as HttpDeps;
  const add = async (id: string, keyId: string) => {
    // Each of a host of its own: all pages of one are few.
    const urls = [`https://${id}.example/`];
    const request = JSON.stringify({ scrape, lanes: 1, delayMs: 0, urls });
    const job = { id, keyId, subject: keyId, kind: 'batch', request, total: 1 } as const;
    await jobs.add(job, { jobsInWork: 1000, jobBytes: 1e6, subjectBytes: 1e9 });
    return job;
  };
  const runners: JobRunner[] = [];
  onTestFinished(async () => {
    for (const runner of runners) await runner.end();
    connection.close();
    expect(seen.faults).toEqual([]);
  });
  /** A process whose places all have jobs of the key `many`. */
  const startFull = async (): Promise<JobRunner> => {
    const runner = createJobRunner(deps);
    const at = runners.push(runner) - 1;
    for (let i = 0; i < PLACES; i++) runner.start(await add(`${at}-${i}`, 'many'));
    await expect.poll(() => seen.opened.length).toBe(PLACES * (at + 1));
    return runner;
  };
  /** Has processes look until something is so. */
  const lookUntil = (what: () => unknown) =>
    expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(2000);
        return what();
      })
      .toBe(true);
  const isIdle = async (id: string) => (await jobs.idle(1000)).some((job) => job.id === id);
  const statusOf = async (id: string) => (await jobs.find(id, 'few'))?.status;
  return { seen, jobs, watched, add, startFull, lookUntil, isIdle, statusOf };
}

test('two processes without room let one job go for one of another key that waits', async () => {
  const { seen, add, startFull, lookUntil, statusOf } = await openGround(async () => {
    // They wait for their plan.
    throw fail('rate_limited', 'x', { retryAfterMs: 10_000 });
  });
  for (let count = 0; count < 2; count++) await startFull();
  await add('other', 'few');
  await lookUntil(async () => (await statusOf('other')) === 'completed');
  expect(seen.released.filter((id) => id !== 'other')).toHaveLength(1);
});

/** A process whose places all have jobs whose pages stay under way until these functions are called, oldest first, and a job of another key. */
async function openHeld() {
  const held: (() => void)[] = [];
  const ground = await openGround(
    () => new Promise((_, reject) => held.push(() => reject(fail('upstream_not_found', 'x')))),
  );
  const letGo = (): void => {
    for (const end of held.splice(0)) end();
  };
  onTestFinished(letGo);
  const runner = await ground.startFull();
  await expect.poll(() => held.length).toBe(PLACES);
  await ground.add('other', 'few');
  return { ...ground, runner, held, letGo };
}

test('a job that was ended while it waited for a place is not opened', async () => {
  const { seen, jobs, runner, lookUntil, isIdle, letGo } = await openHeld();
  await lookUntil(async () => !(await isIdle('other')));
  await jobs.end('other', 'cancelled', '{}');
  runner.stop('other');
  letGo();
  await expect.poll(() => seen.released).toContain('other');
  expect(seen.opened).not.toContain('other');
});

test('a job that waits long for a place is left to others', async () => {
  const { seen, lookUntil, isIdle, letGo, statusOf } = await openHeld();
  await lookUntil(async () => !(await isIdle('other')));
  await lookUntil(() => isIdle('other'));
  expect(seen.opened).not.toContain('other');
  letGo();
  await lookUntil(async () => (await statusOf('other')) === 'completed');
});

describe('a process that claims a job ahead of letting another go for it', () => {
  /** Has something happen between the two. */
  async function meanwhile(happens: (ground: Awaited<ReturnType<typeof openHeld>>) => Promise<void> | void) {
    const ground = await openHeld();
    const { jobs, watched, lookUntil } = ground;
    let hasHappened = false;
    watched.claim = async (id, ...more) => {
      const job = await jobs.claim(id, ...more);
      if (id === 'other' && !hasHappened) {
        await happens(ground);
        hasHappened = true;
      }
      return job;
    };
    await lookUntil(() => hasHappened);
    return ground;
  }
  const endOne = async ({ held, seen }: Awaited<ReturnType<typeof openHeld>>, at: number) => {
    held.splice(at, 1)[0]!();
    await expect.poll(() => seen.released).toEqual([`0-${at}`]);
  };

  test('leaves it to others where it drains by then', async () => {
    const { seen, isIdle } = await meanwhile((ground) => {
      ground.seen.isDraining = true;
    });
    await expect.poll(() => seen.released).toEqual(['other']);
    expect(await isIdle('other')).toBe(true);
  });

  test('lets none go where it has room by then', async () => {
    const { seen, statusOf } = await meanwhile((ground) => endOne(ground, 1));
    await expect.poll(() => statusOf('other')).toBe('completed');
    expect(seen.released).toEqual(['0-1', 'other']);
  });

  test('leaves it to others where the other one has ended, and its place is taken', async () => {
    const { seen } = await meanwhile(async (ground) => {
      await endOne(ground, 0);
      ground.runner.start(await ground.add('late', 'many'));
    });
    await expect.poll(() => seen.released).toEqual(['0-0', 'other']);
    expect(seen.opened).not.toContain('other');
  });
});
