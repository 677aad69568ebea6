import type { PlanLimits } from '../../contract/plans.ts';
import {
  type CountedKey,
  HOUR_MS,
  MINUTE_MS,
  type MonthCalls,
  type RateLimitStore,
  type WindowDecision,
  type WindowStates,
} from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import { dayOf, dayStartMs, monthOf } from '../usage-days.ts';
import type { SqliteConnection, Statement } from './connection.ts';
import { SqliteUsageCounts } from './usage-counts.ts';
import { type ReadingRow, type SubjectRow, type SweptRow, windowStatements } from './window-statements.ts';

/** The windows of a subject at one moment of the store's clock. */
interface Reading {
  readonly row: ReadingRow;
  /** Unclamped time, to which waits are relative. */
  readonly clockMs: number;
  /** Never before the subject's last admission, so a clock set back frees nothing. */
  readonly nowMs: number;
  readonly minuteCount: number;
  readonly hourCount: number;
}

/** A call that wants to be admitted. */
interface Call {
  readonly subject: string;
  readonly limits: PlanLimits;
  readonly paid: boolean;
  readonly key: CountedKey | undefined;
}

const NEW_SUBJECT: ReadingRow = {
  id: 0,
  hour_count: 0,
  minute_count: 0,
  minute_edge_ms: 0,
  last_ms: 0,
  next_seq: 1,
  hour_expired: 0,
  minute_expired: 0,
  minute_oldest_ms: null,
  hour_oldest_ms: null,
};
/** Subjects remembered as refused, so that a flood of refusals takes no write lock. */
const REFUSED_MAX = 10_000;
/** Subjects per transaction of a sweep, and transactions per sweep. */
const SWEEP_SUBJECTS = 200;
const SWEEP_BATCHES = 100;

/**
 * Sliding windows in the embedded database: one row per admission and counters per subject, so a call costs
 * the same whatever the plan's size. Exact over all processes that share the file.
 */
export class SqliteRateLimits implements RateLimitStore {
  readonly #connection: SqliteConnection;
  readonly #clock: StoreClock;
  readonly #sql: ReturnType<typeof windowStatements>;
  readonly #counts: SqliteUsageCounts;
  readonly #refused = new Set<string>();
  #sweepAfterId = 0;

  constructor(connection: SqliteConnection, clock: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#sql = windowStatements(connection);
    this.#counts = new SqliteUsageCounts(connection);
  }

  admit(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision> {
    return this.#admit({ subject, limits, paid: false, key });
  }

  admitPaid(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision> {
    return this.#admit({ subject, limits, paid: true, key });
  }

  async giveBack(
    subject: string,
    admissionId: string,
    limits: PlanLimits,
    keyId?: string,
  ): Promise<WindowStates> {
    const [atMs, seq] = admissionId.split('.').map(Number);
    return this.#connection.write(() => {
      const row = this.#sql.subject.get(subject) as SubjectRow | undefined;
      const taken = row && (this.#sql.take.get(row.id, atMs, seq) as { paid: number } | undefined);
      if (row && taken) {
        this.#sql.uncount.run(taken.paid ? 0 : 1, atMs! > row.minute_edge_ms ? 1 : 0, row.id);
        if (keyId !== undefined) this.#counts.givenBack(keyId, dayOf(atMs!));
      }
      return toStates(this.#read(subject), limits);
    });
  }

  peek(subject: string, limits: PlanLimits): Promise<WindowStates> {
    return this.#connection.read(() => toStates(this.#read(subject), limits));
  }

  month(subject: string, keyId: string): Promise<MonthCalls> {
    return this.#connection.readTogether(() => this.#month(this.#read(subject), keyId));
  }

  /** Removes subjects whose windows are empty, with their rows: a bounded part of them per call. */
  async sweep(): Promise<void> {
    for (let batch = 0; batch < SWEEP_BATCHES; batch++) {
      await this.#connection.write(() => this.#sweepBatch());
      if (this.#sweepAfterId === 0) return;
      // Calls that wait for the event loop go first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #sweepBatch(): void {
    const edgeMs = this.#clock.nowMs() - HOUR_MS;
    const rows = this.#sql.sweepSubjects.all(this.#sweepAfterId, SWEEP_SUBJECTS) as SweptRow[];
    for (const row of rows) {
      if (row.last_ms > edgeMs) continue;
      this.#sql.expireAll.run(row.id, edgeMs);
      this.#sql.dropSubject.run(row.id);
    }
    this.#sweepAfterId = rows.length < SWEEP_SUBJECTS ? 0 : rows[rows.length - 1]!.id;
  }

  async #admit(call: Call): Promise<WindowDecision> {
    const { subject, paid } = call;
    const mark = paid ? `+${subject}` : subject;
    if (this.#refused.has(mark)) {
      const refusal = await this.#connection.readTogether(() => this.#refusal(this.#read(subject), call));
      if (refusal) return refusal;
      this.#refused.delete(mark);
    }
    const decision = await this.#connection.write(() => {
      const reading = this.#read(subject);
      return this.#refusal(reading, call) ?? this.#count(reading, call);
    });
    if (!decision.admitted) {
      if (this.#refused.size >= REFUSED_MAX) this.#refused.clear();
      this.#refused.add(mark);
    }
    return decision;
  }

  #read(subject: string): Reading {
    const clockMs = this.#clock.nowMs();
    const row = this.#sql.read.get(clockMs, subject) as ReadingRow | undefined;
    if (!row) return { row: NEW_SUBJECT, clockMs, nowMs: clockMs, minuteCount: 0, hourCount: 0 };
    return {
      row,
      clockMs,
      nowMs: Math.max(clockMs, row.last_ms),
      minuteCount: row.minute_count - row.minute_expired,
      hourCount: row.hour_count - row.hour_expired,
    };
  }

  #refusal(reading: Reading, call: Call): WindowDecision | null {
    return this.#quotaRefusal(reading, call) ?? this.#windowRefusal(reading, call);
  }

  #quotaRefusal(reading: Reading, { limits, key }: Call): WindowDecision | null {
    if (key === undefined || key.monthlyQuota === null) return null;
    const { calls, resetMs } = this.#month(reading, key.keyId);
    if (calls < key.monthlyQuota) return null;
    return { admitted: false, exceeded: 'month', retryAfterMs: resetMs, windows: toStates(reading, limits) };
  }

  #month({ nowMs, clockMs }: Reading, keyId: string): MonthCalls {
    const { first, next } = monthOf(dayOf(nowMs));
    return { calls: this.#counts.calls(keyId, first, next), resetMs: dayStartMs(next) - clockMs };
  }

  #windowRefusal(reading: Reading, { limits, paid }: Call): WindowDecision | null {
    const overMinute = reading.minuteCount - limits.perMinute;
    const overHour = paid ? -1 : reading.hourCount - limits.perHour;
    if (overMinute < 0 && overHour < 0) return null;
    // Admitted again once enough of the oldest rows have left, in every window that is full.
    const { row, nowMs, clockMs } = reading;
    const leaves = (statement: Statement, windowMs: number, over: number) =>
      (statement.get(row.id, nowMs - windowMs, over) as { at_ms: number }).at_ms + windowMs;
    const freeAtMs = Math.max(
      overMinute >= 0 ? leaves(this.#sql.nthMinute, MINUTE_MS, overMinute) : 0,
      overHour >= 0 ? leaves(this.#sql.nthHour, HOUR_MS, overHour) : 0,
    );
    return {
      admitted: false,
      exceeded: overMinute >= 0 ? 'minute' : 'hour',
      retryAfterMs: freeAtMs - clockMs,
      windows: toStates(reading, limits),
    };
  }

  #count(reading: Reading, { subject, limits, paid, key }: Call): WindowDecision {
    const { nowMs, row } = reading;
    if (key !== undefined) this.#counts.admitted(key.keyId, dayOf(nowMs));
    const id = row.id === 0 ? Number(this.#sql.addSubject.run(subject).lastInsertRowid) : row.id;
    if (row.hour_expired > 0) this.#sql.expireAll.run(id, nowMs - HOUR_MS);
    this.#sql.insert.run(id, nowMs, row.next_seq, paid ? 1 : 0);
    const counted: Reading = {
      ...reading,
      minuteCount: reading.minuteCount + 1,
      hourCount: reading.hourCount + (paid ? 0 : 1),
      row: {
        ...row,
        minute_oldest_ms: row.minute_oldest_ms ?? nowMs,
        hour_oldest_ms: row.hour_oldest_ms ?? (paid ? null : nowMs),
      },
    };
    const { hourCount, minuteCount } = counted;
    this.#sql.update.run(hourCount, minuteCount, nowMs - MINUTE_MS, nowMs, row.next_seq + 1, id);
    return { admitted: true, admissionId: `${nowMs}.${row.next_seq}`, windows: toStates(counted, limits) };
  }
}

function toStates(reading: Reading, limits: PlanLimits): WindowStates {
  const { minute_oldest_ms: minuteOldest, hour_oldest_ms: hourOldest } = reading.row;
  return {
    minute: {
      limit: limits.perMinute,
      remaining: Math.max(0, limits.perMinute - reading.minuteCount),
      resetMs: minuteOldest === null ? 0 : minuteOldest + MINUTE_MS - reading.clockMs,
    },
    hour: {
      limit: limits.perHour,
      remaining: Math.max(0, limits.perHour - reading.hourCount),
      resetMs: hourOldest === null ? 0 : hourOldest + HOUR_MS - reading.clockMs,
    },
  };
}
