import { expect, onTestFinished, test, vi } from 'vitest';
import { FREE_CALLER } from '../../../../tests/support/fake-http.ts';
import { fail } from '../../../contract/failure.ts';
import type { JobStore } from '../../../storage/job-store.ts';
import { sqlJobs } from '../../../storage/sql/jobs.ts';
import { IN_MEMORY, sqliteDatabase } from '../../../storage/sqlite/connection.ts';
import { openMigrated, STORE_STEPS } from '../../../storage/sqlite/migrations.ts';
import type { HttpDeps } from '../../deps.ts';
import { createJobRunner, turnOf } from './job-runner.ts';
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

test('two processes without room let one job go for one of another key that waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const left: string[] = [];
  await openMigrated(IN_MEMORY, STORE_STEPS, async (connection) => {
    const jobs = sqlJobs(sqliteDatabase(connection, { nowMs: Date.now }), 1e9);
    const release: JobStore['release'] = async (id, ...more) => {
      left.push(id);
      await jobs.release(id, ...more);
    };
    const { scrape } = readScrape(scrapeOptions, {});
    const request = JSON.stringify({ scrape, lanes: 1, delayMs: 0, urls: ['https://a.example/'] });
    const add = async (id: string, keyId: string) => {
      const job = { id, keyId, subject: keyId, kind: 'batch', request, total: 1 } as const;
      await jobs.add(job, { jobsInWork: 1000, jobBytes: 1e6, subjectBytes: 1e9 });
      return job;
    };
    /** Pages of the first key wait for their plan; those of the other one are as a site that is not there. */
    const deps = {
      jobs: { ...jobs, release },
      authenticator: { byId: async (keyId: string) => ({ ...FREE_CALLER, keyId }) },
      meter: {
        windows: async () => ({}),
        admit: async ({ keyId }: { readonly keyId: string }) => {
          throw fail(keyId === 'many' ? 'rate_limited' : 'upstream_not_found', 'x', { retryAfterMs: 10_000 });
        },
      },
      usage: { add: () => undefined },
      converter: { refusal: () => null },
      isDraining: () => false,
      beginWork: () => () => undefined,
      onFault: (error: unknown) => left.push(String(error)),
    } as unknown as HttpDeps;
    const runners = [createJobRunner(deps), createJobRunner(deps)];
    for (const [at, runner] of runners.entries())
      for (let i = 0; i < PLACES; i++) runner.start(await add(`${at}-${i}`, 'many'));
    await expect.poll(() => jobs.idle(1)).toEqual([]);
    await add('other', 'few');
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(2000);
        return (await jobs.find('other', 'few'))!.status;
      })
      .toBe('completed');
    const others = left.filter((id) => id !== 'other');
    for (const runner of runners) await runner.end();
    expect(others).toHaveLength(1);
    connection.close();
  });
});
