import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProcessLease } from './process-lease.ts';

/** Milliseconds between two beats, and of an end that takes longer than one. */
const BEAT_MS = 4000;
const SLOW_MS = 5000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A store of leases that notes what it is told. */
function notingLeases() {
  const renewed: string[] = [];
  const ended: string[] = [];
  const store = {
    renew: async (id: string) => void renewed.push(id),
    end: async (id: string) => void ended.push(id),
    reap: async () => 0,
  };
  return { renewed, ended, store };
}

/** Something whose end the store does not take at first, and slowly afterwards; how often it was begun. */
function slowEnd() {
  const state = { begun: 0 };
  const work = async (): Promise<void> => {
    if (++state.begun === 1) throw new Error('the store is away');
    await new Promise((ended) => setTimeout(ended, SLOW_MS));
  };
  return { state, work };
}

test('ends that take longer than a beat are run once, and the lease is renewed meanwhile', async () => {
  const { renewed, store } = notingLeases();
  const lease = createProcessLease(store, () => 0);
  const faults: unknown[] = [];
  await lease.start((cause) => faults.push(cause));
  const ends = [slowEnd(), slowEnd(), slowEnd()];
  for (const { work } of ends) {
    const held = await lease.hold(async () => 'x');
    await expect(held!.end(work)).rejects.toThrow('away');
  }
  const before = renewed.length;
  await vi.advanceTimersByTimeAsync(6 * BEAT_MS);
  expect(ends.map(({ state }) => state.begun)).toEqual([2, 2, 2]);
  expect(renewed.length - before).toBe(6);
  expect(faults).toEqual([]);
});

test('a lease under which something is held is never ended, however long others take to end', async () => {
  const { ended, renewed, store } = notingLeases();
  const lease = createProcessLease(store, () => 0);
  await lease.start(() => undefined);
  const alive = await lease.hold(async () => 'alive');
  for (const { work } of [slowEnd(), slowEnd()]) {
    const held = await lease.hold(async () => 'x');
    await expect(held!.end(work)).rejects.toThrow('away');
  }
  const lost = lease.hold(() => Promise.reject(new Error('the answer was lost')));
  await expect(lost).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS);
  expect(ended).toEqual([]);
  await alive!.end(async () => undefined);
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
  expect(ended).toEqual([renewed[0]]);
});

test('end waits for what a beat is ending', async () => {
  const { ended, store } = notingLeases();
  const lease = createProcessLease(store, () => 0);
  await lease.start(() => undefined);
  const { state, work } = slowEnd();
  const held = await lease.hold(async () => 'x');
  await expect(held!.end(work)).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  const over = lease.end();
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  await over;
  expect(state.begun).toBe(2);
  expect(ended).toHaveLength(1);
});

test('an end that its store never takes keeps no other one from its end, and no lease', async () => {
  const { ended, store } = notingLeases();
  const reap = vi.spyOn(store, 'reap');
  const lease = createProcessLease(store, () => 0);
  const faults: unknown[] = [];
  await lease.start((cause) => faults.push(cause));
  const away = () => Promise.reject(new Error('away'));
  let isEnded = false;
  const late = async (): Promise<void> => {
    if (faults.length === 0) throw new Error('away');
    isEnded = true;
  };
  for (const work of [away, late]) {
    const held = await lease.hold(async () => 'x');
    await expect(held!.end(work)).rejects.toThrow('away');
  }
  const before = reap.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
  expect(isEnded).toBe(true);
  expect(reap.mock.calls.length).toBe(before + 2);
  await expect(lease.end()).rejects.toThrow('away');
  expect(ended).toHaveLength(1);
});
