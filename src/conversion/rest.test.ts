import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { createRest, MAX_REST_MS, type Rest, tellEnd } from './rest.ts';

/** The shortest of some turns of the event loop with a rest planned, in milliseconds: a busy machine makes none shorter. */
async function shortestTurn(rest: Rest, before = (): void => undefined): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 40; turn++) {
    before();
    const from = performance.now();
    rest.plan();
    rest.plan();
    await new Promise((resolve) => setImmediate(resolve));
    shortest = Math.min(shortest, performance.now() - from);
  }
  return shortest;
}

/** Below this there was no rest, or one that was cut short. */
const CUT_SHORT_MS = MAX_REST_MS - 2;
let worker: Worker | null = null;
afterEach(() => worker?.terminate());

describe('createRest', () => {
  test('blocks once a turn while all are at work, for ten milliseconds', async () => {
    const turnMs = await shortestTurn(createRest(() => true));
    expect(turnMs).toBeGreaterThan(CUT_SHORT_MS);
    expect(turnMs).toBeLessThan(2 * MAX_REST_MS - 1);
  });

  test('does not block while a worker is free', async () => {
    expect(await shortestTurn(createRest(() => false))).toBeLessThan(CUT_SHORT_MS);
  });

  test('does not block while an answer is on its way, and does when it has come', async () => {
    const rest = createRest(() => true);
    tellEnd(rest.ended);
    expect(await shortestTurn(rest)).toBeLessThan(CUT_SHORT_MS);
    rest.answered();
    expect(await shortestTurn(rest)).toBeGreaterThan(CUT_SHORT_MS);
  });

  test('counts no end for a worker that was killed', async () => {
    const rest = createRest(() => true);
    rest.answered();
    expect(await shortestTurn(rest)).toBeGreaterThan(CUT_SHORT_MS);
    tellEnd(rest.ended);
    expect(await shortestTurn(rest)).toBeLessThan(CUT_SHORT_MS);
  });

  test('ends when another thread ends a page', async () => {
    const rest = createRest(() => true);
    const endOften = `const { workerData: ended } = require('node:worker_threads');
      const idle = new Int32Array(new SharedArrayBuffer(4));
      for (;;) { Atomics.wait(idle, 0, 0, 2); Atomics.add(ended, 0, 1); Atomics.notify(ended, 0); }`;
    worker = new Worker(endOften, { eval: true, workerData: rest.ended });
    await new Promise((resolve) => worker?.once('online', resolve));
    while (Atomics.load(rest.ended, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
    const seen = () => {
      for (let ends = Atomics.load(rest.ended, 0); ends > 0; ends--) rest.answered();
    };
    expect(await shortestTurn(rest, seen)).toBeLessThan(CUT_SHORT_MS);
  });
});
