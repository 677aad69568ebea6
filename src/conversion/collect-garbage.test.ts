import { getHeapStatistics } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectWhileIdle } from './collect-garbage.ts';

const MIB = 1024 * 1024;

/** Fills the heap of this thread with 300 MiB of garbage that no scavenge takes, and answers its size in bytes. */
function litter(): number {
  const before = getHeapStatistics().total_heap_size;
  let kept: number[][] = [];
  while (getHeapStatistics().total_heap_size < before + 300 * MIB)
    kept.push(Array.from({ length: 20_000 }, (_, i) => i / 3));
  kept = [];
  return getHeapStatistics().total_heap_size;
}

describe('collectWhileIdle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives the heap back once nothing is in flight, and not before', () => {
    let isIdle = false;
    const end = collectWhileIdle(() => isIdle);
    const full = litter();
    vi.advanceTimersByTime(60_000);
    expect(getHeapStatistics().total_heap_size).toBeGreaterThan(full - 100 * MIB);
    isIdle = true;
    vi.advanceTimersByTime(60_000);
    expect(getHeapStatistics().total_heap_size).toBeLessThan(full - 100 * MIB);
    end();
  });
});
