import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../contract/failure.ts';
import { createAdmission } from './admission.ts';

const PAGE_MS = 30;
const PAGE_BYTES = 100 * 1024;
const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Calls on the clock of the test: what becomes of each, and how many pages are at workers. */
function open(workers: number) {
  const admission = createAdmission({
    workers,
    browsers: 1,
    queueMax: 256,
    concurrencyMax: 128,
    clock: () => Date.now(),
  });
  const found = { converted: 0, refused: 0, refusedAfterFetch: 0, refusedBesideIdle: 0 };
  let atWork = 0;
  const note = (error: unknown): void => {
    found.refused++;
    if (error instanceof ServiceError && error.failure.reason === 'busy' && atWork < workers)
      found.refusedBesideIdle++;
  };
  /** `pageMs`: time at the worker, `cpuMs` of it at work. */
  const call = async (caller: string, arrivesMs: number, pageMs: number, cpuMs = pageMs): Promise<void> => {
    let place: ReturnType<typeof admission.enter>;
    try {
      place = admission.enter(caller);
    } catch (error) {
      return note(error);
    }
    await after(arrivesMs);
    try {
      const end = await place.turn(PAGE_BYTES, new AbortController().signal);
      atWork++;
      await after(pageMs);
      atWork--;
      end(cpuMs, pageMs);
      found.converted++;
    } catch (error) {
      found.refusedAfterFetch++;
      note(error);
    }
    place.leave();
  };
  return { call, found };
}

describe('createAdmission in a flood', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([5, 1000, 2000])(
    'keeps the worker at work with pages that take %i ms to arrive',
    async (arrivesMs) => {
      const { call, found } = open(1);
      const seconds = 30;
      for (let i = 0; i < (3 * seconds * 1000) / PAGE_MS; i++) {
        void call('a', arrivesMs, PAGE_MS);
        await vi.advanceTimersByTimeAsync(PAGE_MS / 3);
      }
      expect(found.converted).toBeGreaterThan((0.97 * (seconds * 1000 - arrivesMs)) / PAGE_MS);
      // What a page took to fetch is spent when it is refused after that.
      expect(found.refusedAfterFetch).toBeLessThan(0.1 * found.converted);
      expect(found.refusedBesideIdle).toBe(0);
    },
  );

  it('tells in time that the machine gives a page less than half of its time', async () => {
    const { call, found } = open(1);
    const seconds = 30;
    for (let i = 0; i < (3 * seconds * 1000) / PAGE_MS; i++) {
      // From one moment to the other, a second in.
      void call('a', 5, PAGE_MS, i < 100 ? PAGE_MS : 0.3 * PAGE_MS);
      await vi.advanceTimersByTimeAsync(PAGE_MS / 3);
    }
    expect(found.refused).toBeGreaterThan(found.converted);
    expect(found.refusedAfterFetch).toBeLessThan(0.01 * found.refused);
    expect(found.refusedBesideIdle).toBe(0);
  });

  it('is never busy while a worker is free, whoever calls with what', async () => {
    const { call, found } = open(2);
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed / 0x7fffffff;
    };
    for (let i = 0; i < 5000; i++) {
      const caller = 'abc'[Math.floor(3 * random())]!;
      void call(caller, 500 * random() ** 3, caller === 'a' ? 4000 * random() ** 4 : 40 * random());
      await vi.advanceTimersByTimeAsync(100 * random() ** 2);
    }
    expect(found.refused).toBeGreaterThan(100);
    expect(found.refusedBesideIdle).toBe(0);
  });
});
