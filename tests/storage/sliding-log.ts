import { expect } from 'vitest';
import type { PlanLimits } from '../../src/contract/plans.ts';
import { HOUR_MS, MINUTE_MS, type RateLimitStore } from '../../src/storage/ports.ts';

export interface Step {
  readonly do: 'admit' | 'paid' | 'back';
  /** Milliseconds that pass before the step. */
  readonly wait: number;
}

interface Entry {
  readonly id: string;
  readonly atMs: number;
  readonly paid: boolean;
}

/** Plays the steps on a store and on the plainest possible log, and expects the same of both throughout. */
export async function runSlidingLog(
  rateLimits: RateLimitStore,
  clock: { ms: number },
  subject: string,
  steps: readonly Step[],
  limits: PlanLimits,
): Promise<void> {
  let log: Entry[] = [];
  for (const step of steps) {
    clock.ms += step.wait;
    if (step.do === 'back') {
      const last = log.at(-1);
      if (last === undefined) continue;
      log = log.slice(0, -1);
      const states = await rateLimits.giveBack(subject, last.id, limits);
      expect(remaining(states)).toEqual(expected(log, clock.ms, limits));
      continue;
    }
    const paid = step.do === 'paid';
    const [minuteLeft, hourLeft] = free(log, clock.ms, limits);
    const admissible = minuteLeft! > 0 && (paid || hourLeft! > 0);
    const decision = paid
      ? await rateLimits.admitPaid(subject, limits)
      : await rateLimits.admit(subject, limits);
    expect(decision.admitted).toBe(admissible);
    if (decision.admitted) log.push({ id: decision.admissionId, atMs: clock.ms, paid });
    else expect(decision.retryAfterMs).toBe(firstFreeMs(log, clock.ms, limits, paid) - clock.ms);
    expect(remaining(decision.windows)).toEqual(expected(log, clock.ms, limits));
  }
}

function within(
  log: readonly Entry[],
  nowMs: number,
  windowMs: number,
  unpaidOnly: boolean,
): readonly Entry[] {
  return log.filter((entry) => entry.atMs > nowMs - windowMs && !(unpaidOnly && entry.paid));
}

function free(log: readonly Entry[], nowMs: number, limits: PlanLimits): readonly number[] {
  return [
    limits.perMinute - within(log, nowMs, MINUTE_MS, false).length,
    limits.perHour - within(log, nowMs, HOUR_MS, true).length,
  ];
}

function expected(log: readonly Entry[], nowMs: number, limits: PlanLimits): readonly number[] {
  return free(log, nowMs, limits).map((left) => Math.max(0, left));
}

/** The first moment at which the call is admissible: tried at every moment when an entry leaves a window. */
function firstFreeMs(log: readonly Entry[], nowMs: number, limits: PlanLimits, paid: boolean): number {
  const moments = log.flatMap((entry) => [entry.atMs + MINUTE_MS, entry.atMs + HOUR_MS]);
  const later = moments.filter((ms) => ms > nowMs).sort((a, b) => a - b);
  return later.find((ms) => {
    const [minuteLeft, hourLeft] = free(log, ms, limits);
    return minuteLeft! > 0 && (paid || hourLeft! > 0);
  })!;
}

function remaining(states: {
  minute: { remaining: number };
  hour: { remaining: number };
}): readonly number[] {
  return [states.minute.remaining, states.hour.remaining];
}
