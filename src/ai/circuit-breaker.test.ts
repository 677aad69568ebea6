import { describe, expect, it } from 'vitest';
import { BREAKER_FAILURES, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

function fail(breaker: CircuitBreaker, count: number): void {
  for (let index = 0; index < count; index++) {
    const pass = breaker.enter();
    if ('failed' in pass) pass.failed();
  }
}

function breakerAt(): { breaker: CircuitBreaker; clock: { ms: number } } {
  const clock = { ms: 1_000_000 };
  return { clock, breaker: createCircuitBreaker(() => clock.ms) };
}

describe('createCircuitBreaker', () => {
  it('stays closed up to 19 failures and opens with the 20th', () => {
    const { breaker } = breakerAt();
    fail(breaker, BREAKER_FAILURES - 1);
    expect(breaker.enter()).toHaveProperty('failed');
    fail(breaker, 1);
    expect(breaker.enter()).toEqual({ retryAfterMs: 5000 });
  });

  it('counts only failures of the last 30 s', () => {
    const { breaker, clock } = breakerAt();
    fail(breaker, 19);
    clock.ms += 30_000;
    fail(breaker, 19);
    expect(breaker.enter()).toHaveProperty('failed');
  });

  it('does not open within 30 s of a success', () => {
    const { breaker, clock } = breakerAt();
    const pass = breaker.enter();
    if ('succeeded' in pass) pass.succeeded();
    clock.ms += 29_999;
    fail(breaker, 25);
    expect(breaker.enter()).toHaveProperty('failed');
    clock.ms += 1;
    fail(breaker, 1);
    expect(breaker.enter()).toHaveProperty('retryAfterMs');
  });

  it('lets one probe through every 5 s and closes when it succeeds', () => {
    const { breaker, clock } = breakerAt();
    fail(breaker, 20);
    clock.ms += 4_999;
    expect(breaker.enter()).toEqual({ retryAfterMs: 1 });
    clock.ms += 1;
    const probe = breaker.enter();
    expect(probe).toHaveProperty('succeeded');
    expect(breaker.enter()).toEqual({ retryAfterMs: 5000 });
    if ('failed' in probe) probe.failed();
    clock.ms += 5_000;
    const second = breaker.enter();
    if ('succeeded' in second) second.succeeded();
    expect(breaker.enter()).toHaveProperty('failed');
  });

  it('learns nothing from a cancelled call, and only the first report of a call counts', () => {
    const { breaker } = breakerAt();
    for (let index = 0; index < 40; index++) {
      const pass = breaker.enter();
      if ('inconclusive' in pass) pass.inconclusive();
      if ('failed' in pass) pass.failed();
    }
    expect(breaker.enter()).toHaveProperty('failed');
  });
});
