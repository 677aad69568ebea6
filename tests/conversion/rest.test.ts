import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageWorkers } from '../../src/conversion/ports.ts';
import { MAX_REST_MS } from '../../src/conversion/rest.ts';
import { startWorkerPool } from '../../src/conversion/worker-pool.ts';
import { pageTask } from './page-task.ts';

let pool: PageWorkers;

beforeAll(async () => {
  pool = await startWorkerPool({ workers: 1, queueMax: 10 });
});
afterAll(() => pool?.close());

/** Below this there was no rest, or one that was cut short. */
const CUT_SHORT_MS = MAX_REST_MS - 2;
const never = new AbortController().signal;

const convert = (paragraphs: number) =>
  pool.convert(pageTask(`<main>${'<p>Tides turn twice a day.</p>'.repeat(paragraphs)}</main>`), never);

/** What some runs take, in milliseconds, the shortest first. */
async function durations(runs: number, run: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  while (found.length < runs) {
    const from = performance.now();
    await run();
    found.push(performance.now() - from);
  }
  return found.sort((a, b) => a - b);
}

test('a rest ends when the worker has ended its page', async () => {
  const restWhileItWorks = async (): Promise<void> => {
    const converted = convert(5);
    pool.rest();
    await converted;
  };
  // A busy machine makes most longer; without an early end all of them are.
  const [least] = await durations(64, restWhileItWorks);
  expect(least).toBeLessThan(CUT_SHORT_MS);
});

test('a rest lasts while the worker is at its page, also after others', async () => {
  for (let page = 0; page < 5; page++) await convert(5);
  let isDone = false;
  const converted = convert(50_000).finally(() => {
    isDone = true;
  });
  await nextTurn();
  const restOnce = (): Promise<void> => {
    pool.rest();
    return nextTurn();
  };
  const [least] = await durations(3, restOnce);
  expect(isDone).toBe(false);
  expect(least).toBeGreaterThan(CUT_SHORT_MS);
  await converted;
});
