import { describe, expect, it } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

const TO_OPEN = 20;

function fail(breaker: CircuitBreaker, count: number): void {
  for (let index = 0; index < count; index++) if (breaker.refuses() === null) breaker.failed();
}

function breakerAt(): { breaker: CircuitBreaker; clock: { ms: number } } {
  const clock = { ms: 1_000_000 };
  return { clock, breaker: createCircuitBreaker(() => clock.ms) };
}

describe('CircuitBreaker', () => {
  it('stays closed up to 19 failures and opens with the 20th', () => {
    const { breaker } = breakerAt();
    fail(breaker, TO_OPEN - 1);
    expect(breaker.refuses()).toBeNull();
    fail(breaker, 1);
    expect(breaker.refuses()).toBe(5000);
  });

  it('counts only failures of the last 30 s', () => {
    const { breaker, clock } = breakerAt();
    fail(breaker, TO_OPEN - 1);
    clock.ms += 30_000;
    fail(breaker, TO_OPEN - 1);
    expect(breaker.refuses()).toBeNull();
  });

  it('does not open within 30 s of a success', () => {
    const { breaker, clock } = breakerAt();
    breaker.succeeded();
    clock.ms += 29_999;
    fail(breaker, 25);
    expect(breaker.refuses()).toBeNull();
    clock.ms += 1;
    fail(breaker, 1);
    expect(breaker.refuses()).toBe(5000);
  });

  it('lets one probe through every 5 s and closes when it succeeds', () => {
    const { breaker, clock } = breakerAt();
    fail(breaker, TO_OPEN);
    clock.ms += 4_999;
    expect(breaker.refuses()).toBe(1);
    clock.ms += 1;
    expect(breaker.refuses()).toBeNull();
    expect(breaker.refuses()).toBe(5000);
    breaker.failed();
    clock.ms += 5_000;
    expect(breaker.refuses()).toBeNull();
    breaker.succeeded();
    expect(breaker.refuses()).toBeNull();
  });

  it('learns nothing from calls that report nothing', () => {
    const { breaker } = breakerAt();
    for (let index = 0; index < 2 * TO_OPEN; index++) expect(breaker.refuses()).toBeNull();
  });
});
