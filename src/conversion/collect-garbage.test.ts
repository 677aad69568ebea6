import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Collection, collectWhileIdle } from './collect-garbage.ts';

const MIB = 1024 * 1024;

/** A service of 100 MiB when it starts. */
function start() {
  const now = { isIdle: true, requests: 0, resident: 100 * MIB };
  const collectWorkers = vi.fn(async (_what: Collection) => undefined);
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

  it('collects twice after a burst, when nothing is in flight any more', () => {
    const { now, collectWorkers, end } = start();
    Object.assign(now, { isIdle: false, requests: 9, resident: 900 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).not.toHaveBeenCalled();
    now.isIdle = true;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(2);
    now.requests++;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(4);
    end();
    now.requests++;
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers).toHaveBeenCalledTimes(4);
  });

  it('gives up compiled code only where collecting garbage was not enough', () => {
    const { now, collectWorkers, end } = start();
    Object.assign(now, { requests: 9, resident: 200 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers.mock.calls).toEqual([['garbage'], ['garbage']]);
    Object.assign(now, { requests: 10, resident: 300 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(collectWorkers.mock.calls.slice(2)).toEqual([['garbage'], ['all']]);
    end();
  });

  it('goes on as long as it helps', () => {
    const { now, collectWorkers, end } = start();
    collectWorkers.mockImplementation(async () => {
      now.resident -= 100 * MIB;
    });
    Object.assign(now, { requests: 9, resident: 750 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(now.resident).toBe(150 * MIB);
    expect(collectWorkers).toHaveBeenCalledTimes(6);
    end();
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
