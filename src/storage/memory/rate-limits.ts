import type { PlanLimits } from '../../contract/plans.ts';
import { HOUR_MS, MINUTE_MS, type RateLimitStore, type WindowDecision, type WindowStates } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';

interface Admission {
  readonly atMs: number;
  readonly seq: number;
  readonly paid: boolean;
}

interface Log {
  rows: Admission[];
  lastMs: number;
}

/** Sliding windows of one process: the plain log of the last hour, counted anew at every call. */
export class MemoryRateLimits implements RateLimitStore {
  readonly #clock: StoreClock;
  readonly #logs = new Map<string, Log>();
  #seq = 0;

  constructor(clock: StoreClock) {
    this.#clock = clock;
  }

  async admit(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit(subject, limits, false);
  }

  async admitPaid(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit(subject, limits, true);
  }

  async giveBack(subject: string, admissionId: string, limits: PlanLimits): Promise<WindowStates> {
    const log = this.#logs.get(subject);
    if (log) log.rows = log.rows.filter((row) => `${row.atMs}.${row.seq}` !== admissionId);
    return this.peek(subject, limits);
  }

  async peek(subject: string, limits: PlanLimits): Promise<WindowStates> {
    return toStates(this.#read(subject), limits);
  }

  /** Forgets subjects whose windows are empty. */
  sweep(): void {
    for (const [subject, log] of this.#logs) {
      if (log.lastMs <= this.#clock.nowMs() - HOUR_MS) this.#logs.delete(subject);
    }
  }

  #admit(subject: string, limits: PlanLimits, paid: boolean): WindowDecision {
    const reading = this.#read(subject);
    const overMinute = reading.minute.length - limits.perMinute;
    const overHour = paid ? -1 : reading.hour.length - limits.perHour;
    if (overMinute >= 0 || overHour >= 0) {
      const freeAtMs = Math.max(
        overMinute >= 0 ? reading.minute[overMinute]!.atMs + MINUTE_MS : 0,
        overHour >= 0 ? reading.hour[overHour]!.atMs + HOUR_MS : 0,
      );
      return {
        admitted: false,
        exceeded: overMinute >= 0 ? 'minute' : 'hour',
        retryAfterMs: freeAtMs - reading.clockMs,
        windows: toStates(reading, limits),
      };
    }
    const row = { atMs: reading.nowMs, seq: ++this.#seq, paid };
    const log = this.#logs.get(subject) ?? { rows: [], lastMs: 0 };
    log.rows = [...log.rows.filter((old) => old.atMs > reading.nowMs - HOUR_MS), row];
    log.lastMs = reading.nowMs;
    this.#logs.set(subject, log);
    return {
      admitted: true,
      admissionId: `${row.atMs}.${row.seq}`,
      windows: toStates(this.#read(subject), limits),
    };
  }

  #read(subject: string) {
    const log = this.#logs.get(subject);
    const clockMs = this.#clock.nowMs();
    const nowMs = Math.max(clockMs, log?.lastMs ?? 0);
    const rows = log?.rows ?? [];
    return {
      clockMs,
      nowMs,
      minute: rows.filter((row) => row.atMs > nowMs - MINUTE_MS),
      hour: rows.filter((row) => row.atMs > nowMs - HOUR_MS && !row.paid),
    };
  }
}

function toStates(
  reading: {
    readonly clockMs: number;
    readonly minute: readonly Admission[];
    readonly hour: readonly Admission[];
  },
  limits: PlanLimits,
): WindowStates {
  const state = (rows: readonly Admission[], limit: number, windowMs: number) => ({
    limit,
    remaining: Math.max(0, limit - rows.length),
    resetMs: rows.length === 0 ? 0 : rows[0]!.atMs + windowMs - reading.clockMs,
  });
  return {
    minute: state(reading.minute, limits.perMinute, MINUTE_MS),
    hour: state(reading.hour, limits.perHour, HOUR_MS),
  };
}
