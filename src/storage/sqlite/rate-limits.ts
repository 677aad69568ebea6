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
import { type SubjectRow, WINDOW_STATEMENTS } from './window-statements.ts';

/** The windows of a subject at one moment of the store's clock. */
interface Reading {
  readonly row: SubjectRow;
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

const NEW_SUBJECT: SubjectRow = {
  id: 0,
  hour_count: 0,
  minute_count: 0,
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
 * the same whatever the plan's size. Exact over all processes that share the file. `sweep` removes subjects whose windows are
 * empty, with their rows: a bounded part of them per call.
 */
export function sqliteRateLimits(
  connection: SqliteConnection,
  clock: StoreClock,
): RateLimitStore & { sweep(): Promise<void> } {
  const sql = connection.prepareAll(WINDOW_STATEMENTS);
  const refused = new Set<string>();
  let sweepAfterId = 0;

  const read = (subject: string): Reading => {
    const clockMs = clock.nowMs();
    const row = (sql.read.get(clockMs, subject) ?? NEW_SUBJECT) as SubjectRow;
    return {
      row,
      clockMs,
      nowMs: Math.max(clockMs, row.last_ms),
      minuteCount: row.minute_count - row.minute_expired,
      hourCount: row.hour_count - row.hour_expired,
    };
  };
  const month = ({ nowMs, clockMs }: Reading, keyId: string): MonthCalls => {
    const { first, next } = monthOf(dayOf(nowMs));
    const { calls } = sql.calls.get(keyId, first, next) as { calls: number };
    return { calls, resetMs: dayStartMs(next) - clockMs };
  };
  const quotaRefusal = (reading: Reading, { limits, key }: Call): WindowDecision | null => {
    if (key === undefined || key.monthlyQuota === null) return null;
    const { calls, resetMs } = month(reading, key.keyId);
    if (calls < key.monthlyQuota) return null;
    return { admitted: false, exceeded: 'month', retryAfterMs: resetMs, windows: toStates(reading, limits) };
  };
  const windowRefusal = (reading: Reading, { limits, paid }: Call): WindowDecision | null => {
    const overMinute = reading.minuteCount - limits.perMinute;
    const overHour = paid ? -1 : reading.hourCount - limits.perHour;
    if (overMinute < 0 && overHour < 0) return null;
    // Admitted again once enough of the oldest rows have left, in every window that is full.
    const { row, nowMs, clockMs } = reading;
    const leaves = (statement: Statement, windowMs: number, over: number) =>
      (statement.get(row.id, nowMs - windowMs, over) as { at_ms: number }).at_ms + windowMs;
    const freeAtMs = Math.max(
      overMinute >= 0 ? leaves(sql.nthMinute, MINUTE_MS, overMinute) : 0,
      overHour >= 0 ? leaves(sql.nthHour, HOUR_MS, overHour) : 0,
    );
    return {
      admitted: false,
      exceeded: overMinute >= 0 ? 'minute' : 'hour',
      retryAfterMs: freeAtMs - clockMs,
      windows: toStates(reading, limits),
    };
  };
  const refusal = (reading: Reading, call: Call): WindowDecision | null =>
    quotaRefusal(reading, call) ?? windowRefusal(reading, call);
  const count = (reading: Reading, { subject, limits, paid, key }: Call): WindowDecision => {
    const { nowMs, row } = reading;
    if (key !== undefined) sql.countCall.run(key.keyId, dayOf(nowMs));
    const id = row.id === 0 ? Number(sql.addSubject.run(subject).lastInsertRowid) : row.id;
    if (row.hour_expired > 0) sql.expireAll.run(id, nowMs - HOUR_MS);
    sql.insert.run(id, nowMs, row.next_seq, paid ? 1 : 0);
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
    sql.update.run(hourCount, minuteCount, nowMs - MINUTE_MS, nowMs, row.next_seq + 1, id);
    return { admitted: true, admissionId: `${nowMs}.${row.next_seq}`, windows: toStates(counted, limits) };
  };
  const admit = async (call: Call): Promise<WindowDecision> => {
    const { subject, paid } = call;
    const mark = paid ? `+${subject}` : subject;
    if (refused.has(mark)) {
      const again = await connection.readTogether(() => refusal(read(subject), call));
      if (again) return again;
      refused.delete(mark);
    }
    const decision = await connection.write(() => {
      const reading = read(subject);
      return refusal(reading, call) ?? count(reading, call);
    });
    if (!decision.admitted) {
      if (refused.size >= REFUSED_MAX) refused.clear();
      refused.add(mark);
    }
    return decision;
  };
  const sweepBatch = (): void => {
    const edgeMs = clock.nowMs() - HOUR_MS;
    const rows = sql.sweepSubjects.all(sweepAfterId, SWEEP_SUBJECTS) as Pick<SubjectRow, 'id' | 'last_ms'>[];
    for (const row of rows) {
      if (row.last_ms > edgeMs) continue;
      sql.expireAll.run(row.id, edgeMs);
      sql.dropSubject.run(row.id);
    }
    sweepAfterId = rows.length < SWEEP_SUBJECTS ? 0 : rows[rows.length - 1]!.id;
  };

  return {
    admit: (subject, limits, key) => admit({ subject, limits, paid: false, key }),
    admitPaid: (subject, limits, key) => admit({ subject, limits, paid: true, key }),
    async giveBack(subject, admissionId, limits, keyId) {
      const [atMs, seq] = admissionId.split('.').map(Number);
      return connection.write(() => {
        const row = sql.subject.get(subject) as { id: number; minute_edge_ms: number } | undefined;
        const taken = row && (sql.take.get(row.id, atMs, seq) as { paid: number } | undefined);
        if (row && taken) {
          sql.uncount.run(taken.paid ? 0 : 1, atMs! > row.minute_edge_ms ? 1 : 0, row.id);
          if (keyId !== undefined) sql.countGivenBack.run(keyId, dayOf(atMs!));
        }
        return toStates(read(subject), limits);
      });
    },
    peek: (subject, limits) => connection.read(() => toStates(read(subject), limits)),
    month: (subject, keyId) => connection.readTogether(() => month(read(subject), keyId)),
    async sweep() {
      for (let batch = 0; batch < SWEEP_BATCHES; batch++) {
        await connection.write(sweepBatch);
        if (sweepAfterId === 0) return;
        // Calls that wait for the event loop go first.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
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
