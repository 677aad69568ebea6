import type { PlanLimits } from '../../contract/plans.ts';
import { HOUR_MS, MINUTE_MS, type RateLimitStore, type WindowDecision, type WindowStates } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import type { SqliteConnection, Statement } from './connection.ts';

/**
 * Counters of a subject. They count rows of `rate_admission`: `hour_count` the unpaid ones, `minute_count`
 * those after `minute_edge_ms`; what has expired since is subtracted when they are read.
 */
interface SubjectRow {
  readonly id: number;
  readonly hour_count: number;
  readonly minute_count: number;
  readonly minute_edge_ms: number;
  readonly last_ms: number;
  readonly next_seq: number;
}

type SweptRow = Pick<SubjectRow, 'id' | 'last_ms'>;

interface ReadingRow extends SubjectRow {
  readonly hour_expired: number;
  readonly minute_expired: number;
  readonly minute_oldest_ms: number | null;
  readonly hour_oldest_ms: number | null;
}

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
  readonly #sql: ReturnType<typeof statements>;
  readonly #refused = new Set<string>();
  #sweepAfterId = 0;

  constructor(connection: SqliteConnection, clock: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#sql = statements(connection);
  }

  admit(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit(subject, limits, false);
  }

  admitPaid(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit(subject, limits, true);
  }

  async giveBack(subject: string, admissionId: string, limits: PlanLimits): Promise<WindowStates> {
    const [atMs, seq] = admissionId.split('.').map(Number);
    return this.#connection.write(() => {
      const row = this.#sql.subject.get(subject) as SubjectRow | undefined;
      const taken = row && (this.#sql.take.get(row.id, atMs, seq) as { paid: number } | undefined);
      if (row && taken) {
        this.#sql.uncount.run(taken.paid ? 0 : 1, atMs! > row.minute_edge_ms ? 1 : 0, row.id);
      }
      return toStates(this.#read(subject), limits);
    });
  }

  peek(subject: string, limits: PlanLimits): Promise<WindowStates> {
    return this.#connection.read(() => toStates(this.#read(subject), limits));
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

  async #admit(subject: string, limits: PlanLimits, paid: boolean): Promise<WindowDecision> {
    const mark = paid ? `+${subject}` : subject;
    if (this.#refused.has(mark)) {
      const refusal = await this.#connection.readTogether(() =>
        this.#refusal(this.#read(subject), limits, paid),
      );
      if (refusal) return refusal;
      this.#refused.delete(mark);
    }
    const decision = await this.#connection.write(() => {
      const reading = this.#read(subject);
      return this.#refusal(reading, limits, paid) ?? this.#count(subject, reading, limits, paid);
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

  #refusal(reading: Reading, limits: PlanLimits, paid: boolean): WindowDecision | null {
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

  #count(subject: string, reading: Reading, limits: PlanLimits, paid: boolean): WindowDecision {
    const { nowMs, row } = reading;
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

function statements(connection: SqliteConnection) {
  const of = 'FROM rate_admission WHERE subject_id = ?';
  return {
    subject: connection.prepare(
      'SELECT id, hour_count, minute_count, minute_edge_ms, last_ms, next_seq FROM rate_subject WHERE subject = ?',
    ),
    addSubject: connection.prepare(
      'INSERT INTO rate_subject (subject, hour_count, minute_count, minute_edge_ms, last_ms, next_seq) VALUES (?, 0, 0, 0, 0, 1)',
    ),
    read: connection.prepare(
      `SELECT s.id, s.hour_count, s.minute_count, s.minute_edge_ms, s.last_ms, s.next_seq,
        (SELECT count(*) FROM rate_admission WHERE subject_id = s.id
          AND at_ms <= max(?1, s.last_ms) - ${HOUR_MS} AND paid = 0) AS hour_expired,
        (SELECT count(*) FROM rate_admission WHERE subject_id = s.id
          AND at_ms > s.minute_edge_ms AND at_ms <= max(?1, s.last_ms) - ${MINUTE_MS}) AS minute_expired,
        (SELECT at_ms FROM rate_admission WHERE subject_id = s.id
          AND at_ms > max(?1, s.last_ms) - ${MINUTE_MS} ORDER BY at_ms LIMIT 1) AS minute_oldest_ms,
        (SELECT at_ms FROM rate_admission WHERE subject_id = s.id
          AND at_ms > max(?1, s.last_ms) - ${HOUR_MS} AND paid = 0 ORDER BY at_ms LIMIT 1) AS hour_oldest_ms
       FROM rate_subject s WHERE s.subject = ?2`,
    ),
    nthMinute: connection.prepare(`SELECT at_ms ${of} AND at_ms > ? ORDER BY at_ms LIMIT 1 OFFSET ?`),
    nthHour: connection.prepare(
      `SELECT at_ms ${of} AND at_ms > ? AND paid = 0 ORDER BY at_ms LIMIT 1 OFFSET ?`,
    ),
    insert: connection.prepare(
      'INSERT INTO rate_admission (subject_id, at_ms, seq, paid) VALUES (?, ?, ?, ?)',
    ),
    update: connection.prepare(
      'UPDATE rate_subject SET hour_count = ?, minute_count = ?, minute_edge_ms = ?, last_ms = ?, next_seq = ? WHERE id = ?',
    ),
    take: connection.prepare(`DELETE ${of} AND at_ms = ? AND seq = ? RETURNING paid`),
    uncount: connection.prepare(
      'UPDATE rate_subject SET hour_count = hour_count - ?, minute_count = minute_count - ? WHERE id = ?',
    ),
    expireAll: connection.prepare(`DELETE ${of} AND at_ms <= ?`),
    sweepSubjects: connection.prepare(
      'SELECT id, last_ms FROM rate_subject WHERE id > ? ORDER BY id LIMIT ?',
    ),
    dropSubject: connection.prepare('DELETE FROM rate_subject WHERE id = ?'),
  };
}
