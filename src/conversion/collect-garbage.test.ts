import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectWhileIdle } from './collect-garbage.ts';

const MIB = 1024 * 1024;

/** A service of 100 MiB when it starts. */
function start() {
  const now = { isIdle: true, requests: 0, resident: 100 * MIB };
  const collectWorkers = vi.fn(async () => undefined);
  const end = collectWhileIdle({
    isIdle: () => now.isIdle,
    requests: () => now.requests,
    collectWorkers,
    residentBytes: () => now.resident,
  });
  return { now, collectWorkers, end };
}

describe('collectWhileIdle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('collects once after a burst, when nothing is in flight any more', () => {
    const { now, collectWorkers, end } = start();
    Object.assign(now, { isIdle: false, requests: 9, resident: 900 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).not.toHaveBeenCalled();
    now.isIdle = true;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(1);
    now.requests++;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(2);
    end();
    now.requests++;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(2);
  });

  it('waits while requests come one after the other', () => {
    const { now, collectWorkers, end } = start();
    now.resident = 900 * MIB;
    for (let i = 0; i < 30; i++) {
      now.requests++;
      vi.advanceTimersByTime(4000);
    }
    expect(collectWorkers).not.toHaveBeenCalled();
    end();
  });

  it('leaves a service alone that is hardly larger than at its start', () => {
    const { now, collectWorkers, end } = start();
    Object.assign(now, { requests: 9, resident: 150 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).not.toHaveBeenCalled();
    end();
  });
});
