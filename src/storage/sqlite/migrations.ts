import { fail } from '../../contract/failure.ts';
import type { SqliteConnection } from './connection.ts';

/** One step of the schema. Steps that were released are never changed; a new one is added. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** All steps in order; the database's `user_version` is the number of the last one it has. */
const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'keys, licences, windows, credits, AI quota',
    sql: `
      CREATE TABLE api_key (
        id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, plan TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL, expires_at_ms INTEGER, revoked_at_ms INTEGER
      ) STRICT;
      CREATE TABLE license (
        id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, tier TEXT NOT NULL,
        ai_calls_limit INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL, expires_at_ms INTEGER, revoked_at_ms INTEGER
      ) STRICT;
      CREATE TABLE store_clock (
        one INTEGER PRIMARY KEY CHECK (one = 1), boot TEXT NOT NULL, offset_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE rate_subject (
        id INTEGER PRIMARY KEY, subject TEXT NOT NULL UNIQUE,
        hour_count INTEGER NOT NULL, minute_count INTEGER NOT NULL,
        minute_edge_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, next_seq INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE rate_admission (
        subject_id INTEGER NOT NULL, at_ms INTEGER NOT NULL, seq INTEGER NOT NULL, paid INTEGER NOT NULL,
        PRIMARY KEY (subject_id, at_ms, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE lease (id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE credit_entry (
        key_id TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('grant', 'spend', 'give_back')),
        delta INTEGER NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0), ref TEXT NOT NULL, at_ms INTEGER NOT NULL,
        PRIMARY KEY (key_id, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX credit_entry_ref ON credit_entry (key_id, ref, kind);
      CREATE TABLE credit_hold (
        key_id TEXT NOT NULL, ref TEXT NOT NULL, lease_id TEXT NOT NULL, PRIMARY KEY (key_id, ref)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE ai_usage (
        license_id TEXT NOT NULL, period TEXT NOT NULL, settled INTEGER NOT NULL, PRIMARY KEY (license_id, period)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE ai_reservation (
        id TEXT PRIMARY KEY, license_id TEXT NOT NULL, period TEXT NOT NULL, kept INTEGER NOT NULL,
        lease_id TEXT NOT NULL, at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ai_reservation_license ON ai_reservation (license_id, period);
    `,
  },
];

/**
 * Brings the schema up to date; returns how many steps it took. Safe when several processes start at once:
 * the version is read again inside the transaction that owns the database. Rejects when the file was written
 * by a newer version.
 */
export async function migrate(
  connection: SqliteConnection,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<number> {
  const newest = migrations.length;
  const version = connection.prepare('PRAGMA user_version');
  const current = () => Number((version.get() as { user_version: number }).user_version);
  if ((await connection.read(current)) === newest) return 0;
  return connection.write(() => {
    const from = current();
    if (from > newest) {
      throw fail(
        'store_unavailable',
        `Start the newer pagemark that wrote this database; its schema is "${from}" and this version reads up to "${newest}".`,
      );
    }
    const missing = migrations.filter((migration) => migration.number > from);
    for (const migration of missing) {
      connection.exec(migration.sql);
      connection.exec(`PRAGMA user_version = ${migration.number}`);
    }
    return missing.length;
  }, 'power');
}
