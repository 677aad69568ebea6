import { HOUR_MS, MINUTE_MS } from '../ports.ts';
import type { SqliteConnection, Statement } from './connection.ts';

/**
 * Counters of a subject. They count rows of `rate_admission`: `hour_count` the unpaid ones, `minute_count`
 * those after `minute_edge_ms`; what has expired since is subtracted when they are read.
 */
export interface SubjectRow {
  readonly id: number;
  readonly hour_count: number;
  readonly minute_count: number;
  readonly minute_edge_ms: number;
  readonly last_ms: number;
  readonly next_seq: number;
}

export type SweptRow = Pick<SubjectRow, 'id' | 'last_ms'>;

export interface ReadingRow extends SubjectRow {
  readonly hour_expired: number;
  readonly minute_expired: number;
  readonly minute_oldest_ms: number | null;
  readonly hour_oldest_ms: number | null;
}

type Name =
  | 'subject'
  | 'addSubject'
  | 'read'
  | 'nthMinute'
  | 'nthHour'
  | 'insert'
  | 'update'
  | 'take'
  | 'uncount'
  | 'expireAll'
  | 'sweepSubjects'
  | 'dropSubject';

/** Statements of the request windows. */
export function windowStatements(connection: SqliteConnection): Readonly<Record<Name, Statement>> {
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
