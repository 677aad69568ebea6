import { describe, expect, it } from 'vitest';
import { createOverloadGuard } from './overload-guard.ts';

const KIB = 1024;
const busy = expect.objectContaining({ failure: expect.objectContaining({ reason: 'busy' }) });

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('createOverloadGuard', () => {
  it('refuses the request after the last place and lets one in when a place is left', () => {
    const guard = createOverloadGuard({ workers: 1, queueMax: 2 });
    const first = guard.enter();
    guard.enter();
    expect(thrownBy(() => guard.enter())).toEqual(busy);
    expect(thrownBy(() => guard.check())).toEqual(busy);
    first.leave();
    first.leave();
    expect(guard.inFlight).toBe(1);
    guard.enter();
    expect(thrownBy(() => guard.enter())).toEqual(busy);
  });

  it('refuses when the queued pages would take a worker longer than a second', () => {
    const guard = createOverloadGuard({ workers: 2, queueMax: 1000 });
    const places = Array.from({ length: 9 }, () => guard.enter());
    for (const place of places) place.queue(800 * KIB);
    expect(guard.expectedWaitMs).toBeGreaterThan(1000);
    const refused = thrownBy(() => guard.enter());
    expect(refused).toEqual(busy);
    expect((refused as { failure: { retryAfterMs: number } }).failure.retryAfterMs).toBeGreaterThanOrEqual(
      1000,
    );
    for (const place of places) place.converted(10);
    expect(guard.expectedWaitMs).toBe(0);
    guard.enter();
  });

  it('refuses while a page has waited longer than a second, whatever the estimate says', () => {
    let nowMs = 0;
    const guard = createOverloadGuard({ workers: 1, queueMax: 256, clock: () => nowMs });
    const running = guard.enter();
    running.queue(KIB);
    nowMs = 5000;
    guard.check();
    guard.enter().queue(KIB);
    nowMs = 5900;
    guard.check();
    nowMs = 6100;
    expect(thrownBy(() => guard.check())).toEqual(busy);
    running.converted(6100);
    guard.check();
  });

  it('requests that are still fetching do not count as waiting', () => {
    const guard = createOverloadGuard({ workers: 1, queueMax: 256 });
    for (let i = 0; i < 200; i++) guard.enter();
    expect(guard.expectedWaitMs).toBe(0);
  });

  it('learns what a byte costs', () => {
    const guard = createOverloadGuard({ workers: 1, queueMax: 256 });
    for (let i = 0; i < 60; i++) {
      const place = guard.enter();
      place.queue(100 * KIB);
      place.converted(502);
      place.leave();
    }
    const place = guard.enter();
    place.queue(100 * KIB);
    expect(guard.expectedWaitMs).toBeGreaterThan(480);
    expect(guard.expectedWaitMs).toBeLessThan(520);
  });

  it('bounds the bytes held, but never refuses a lone page for its size', () => {
    const guard = createOverloadGuard({ workers: 64, queueMax: 256, maxHeldBytes: 1000 });
    const lone = guard.enter();
    const second = guard.enter();
    lone.queue(900);
    expect(thrownBy(() => second.queue(200))).toEqual(busy);
    second.leave();
    expect(guard.heldBytes).toBe(900);
    lone.leave();
    expect(guard.heldBytes).toBe(0);
    guard.enter().queue(5000);
  });
});
