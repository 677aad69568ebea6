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
    expect(guard.refusal()).toMatchObject({ reason: 'busy' });
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
    expect(guard.refusal()).toBeNull();
    guard.enter().queue(KIB);
    nowMs = 5900;
    expect(guard.refusal()).toBeNull();
    nowMs = 6100;
    expect(guard.refusal()).toMatchObject({ reason: 'busy' });
    running.converted(6100);
    expect(guard.refusal()).toBeNull();
  });

  it('requests that are still fetching do not count as waiting', () => {
    const guard = createOverloadGuard({ workers: 1, queueMax: 256 });
    for (let i = 0; i < 200; i++) guard.enter();
    expect(guard.expectedWaitMs).toBe(0);
  });

  it('counts pages that are about to arrive, so that a flood is refused before its fetches', () => {
    let nowMs = 0;
    const guard = createOverloadGuard({ workers: 1, queueMax: 256, clock: () => nowMs });
    const served = guard.enter();
    nowMs = 20;
    served.queue(100 * KIB);
    served.converted(102);
    served.leave();
    // 40 ms each or more: about twenty of them are a second of work.
    let admitted = 0;
    while (thrownBy(() => guard.enter()) === undefined) admitted++;
    expect(admitted).toBeGreaterThan(10);
    expect(admitted).toBeLessThan(30);
    expect(guard.expectedWaitMs).toBe(0);
    // What has not come long after its time is not about to.
    nowMs = 20 + 100;
    expect(guard.refusal()).toBeNull();
  });

  it('lets a burst to slow sites in: the workers go on until its pages arrive', () => {
    let nowMs = 0;
    const guard = createOverloadGuard({ workers: 1, queueMax: 256, clock: () => nowMs });
    const served = guard.enter();
    nowMs = 4000;
    served.queue(100 * KIB);
    served.converted(42);
    served.leave();
    for (let i = 0; i < 100; i++) guard.enter();
  });

  it('learns how far its estimates are off, in both directions', () => {
    let nowMs = 0;
    const guard = createOverloadGuard({ workers: 1, queueMax: 1000, clock: () => nowMs });
    /** Ten pages at a time of 50 ms each as measured, which keep their worker for `realMs` each. */
    const rounds = (realMs: number) => {
      for (let round = 0; round < 20; round++) {
        const places = Array.from({ length: 10 }, () => guard.enter());
        for (const place of places) place.queue(100 * KIB);
        for (const place of places) {
          nowMs += realMs;
          place.converted(50);
          place.leave();
        }
      }
    };
    const estimate = () => {
      const places = Array.from({ length: 10 }, () => guard.enter());
      for (const place of places) place.queue(100 * KIB);
      const wait = guard.expectedWaitMs;
      for (const place of places) place.leave();
      return wait;
    };
    rounds(50);
    expect(estimate()).toBeGreaterThan(400);
    expect(estimate()).toBeLessThan(600);
    rounds(80);
    expect(estimate()).toBeGreaterThan(700);
    rounds(50);
    expect(estimate()).toBeLessThan(600);
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
