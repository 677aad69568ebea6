import { HOUR_MS, MINUTE_MS } from '../ports.ts';

/**
 * Counters of a subject. They count rows of `rate_admission`: `hour_count` the unpaid ones, `minute_count`
 * those after `minute_edge_ms`; what has expired since is subtracted when they are read.
 */
export interface SubjectRow {
  readonly id: number;
  readonly hour_count: number;
  readonly minute_count: number;
  readonly last_ms: number;
  readonly next_seq: number;
  readonly hour_expired: number;
  readonly minute_expired: number;
  readonly minute_oldest_ms: number | null;
  readonly hour_oldest_ms: number | null;
}

const OF = 'FROM rate_admission WHERE subject_id = ?';

/** Statements of the request windows, and of the calls of a key by day, which are counted with them. */
export const WINDOW_STATEMENTS = {
  subject: 'SELECT id, minute_edge_ms FROM rate_subject WHERE subject = ?',
  addSubject:
    'INSERT INTO rate_subject (subject, hour_count, minute_count, minute_edge_ms, last_ms, next_seq) VALUES (?, 0, 0, 0, 0, 1)',
  read: `SELECT s.id, s.hour_count, s.minute_count, s.last_ms, s.next_seq,
        (SELECT count(*) FROM rate_admission WHERE subject_id = s.id
          AND at_ms <= max(?1, s.last_ms) - ${HOUR_MS} AND paid = 0) AS hour_expired,
        (SELECT count(*) FROM rate_admission WHERE subject_id = s.id
          AND at_ms > s.minute_edge_ms AND at_ms <= max(?1, s.last_ms) - ${MINUTE_MS}) AS minute_expired,
        (SELECT at_ms FROM rate_admission WHERE subject_id = s.id
          AND at_ms > max(?1, s.last_ms) - ${MINUTE_MS} ORDER BY at_ms LIMIT 1) AS minute_oldest_ms,
        (SELECT at_ms FROM rate_admission WHERE subject_id = s.id
          AND at_ms > max(?1, s.last_ms) - ${HOUR_MS} AND paid = 0 ORDER BY at_ms LIMIT 1) AS hour_oldest_ms
       FROM rate_subject s WHERE s.subject = ?2`,
  nthMinute: `SELECT at_ms ${OF} AND at_ms > ? ORDER BY at_ms LIMIT 1 OFFSET ?`,
  nthHour: `SELECT at_ms ${OF} AND at_ms > ? AND paid = 0 ORDER BY at_ms LIMIT 1 OFFSET ?`,
  insert: 'INSERT INTO rate_admission (subject_id, at_ms, seq, paid) VALUES (?, ?, ?, ?)',
  update:
    'UPDATE rate_subject SET hour_count = ?, minute_count = ?, minute_edge_ms = ?, last_ms = ?, next_seq = ? WHERE id = ?',
  take: `DELETE ${OF} AND at_ms = ? AND seq = ? RETURNING paid`,
  uncount:
    'UPDATE rate_subject SET hour_count = hour_count - ?, minute_count = minute_count - ? WHERE id = ?',
  expireAll: `DELETE ${OF} AND at_ms <= ?`,
  sweepSubjects: 'SELECT id, last_ms FROM rate_subject WHERE id > ? ORDER BY id LIMIT ?',
  dropSubject: 'DELETE FROM rate_subject WHERE id = ?',
  countCall: `INSERT INTO usage_count (key_id, day, source, admitted, given_back) VALUES (?, ?, '', 1, 0)
       ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = admitted + 1`,
  countGivenBack:
    "UPDATE usage_count SET given_back = given_back + 1 WHERE key_id = ? AND day = ? AND source = ''",
  calls: `SELECT coalesce(sum(admitted - given_back), 0) AS calls FROM usage_count
       WHERE key_id = ? AND day >= ? AND day < ?`,
};
