import { missingSteps, type SchemaState, type SchemaStep } from '../schema-steps.ts';
import { jobSteps } from '../sql/job-steps.ts';
import { openSqlite, type SqliteConnection } from './connection.ts';

/** All steps of the stores' schema in order. */
export const STORE_STEPS: readonly SchemaStep[] = [
  {
    number: 1,
    oldest: 1,
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
  {
    number: 2,
    oldest: 1,
    name: 'accounts, monthly quotas, daily totals',
    sql: `
      ALTER TABLE api_key ADD COLUMN account TEXT;
      ALTER TABLE api_key ADD COLUMN monthly_quota INTEGER;
      ALTER TABLE api_key ADD COLUMN forgotten_at_ms INTEGER;
      ALTER TABLE ai_reservation ADD COLUMN kept_day INTEGER;
      CREATE TABLE usage_count (
        key_id TEXT NOT NULL, day INTEGER NOT NULL, source TEXT NOT NULL,
        admitted INTEGER NOT NULL, given_back INTEGER NOT NULL, PRIMARY KEY (key_id, day, source)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_count_day ON usage_count (day);
      CREATE TABLE usage_outcome (
        key_id TEXT NOT NULL, day INTEGER NOT NULL, outcome TEXT NOT NULL, calls INTEGER NOT NULL,
        PRIMARY KEY (key_id, day, outcome)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_outcome_day ON usage_outcome (day);
      CREATE TABLE usage_work (
        key_id TEXT NOT NULL, day INTEGER NOT NULL, cpu_us INTEGER NOT NULL, bytes_in INTEGER NOT NULL,
        bytes_out INTEGER NOT NULL, credits INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, PRIMARY KEY (key_id, day)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_work_day ON usage_work (day);
      CREATE TABLE usage_batch (id TEXT PRIMARY KEY, day INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_batch_day ON usage_batch (day);
    `,
  },
  {
    number: 3,
    oldest: 1,
    name: 'sessions that were ended',
    sql: 'CREATE TABLE ended_session (id TEXT PRIMARY KEY, expires_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;',
  },
  ...jobSteps('INTEGER', 'STRICT'),
];

/** Opens a file, brings its schema up to date, and uses it. Rejects as `openSqlite` and `migrate` do. */
export async function openMigrated<T>(
  file: string,
  steps: readonly SchemaStep[],
  use: (connection: SqliteConnection) => T | Promise<T>,
  lockWaitMs?: number,
): Promise<T> {
  const connection = await openSqlite(file, lockWaitMs);
  try {
    await migrate(connection, steps);
    return await use(connection);
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

/**
 * Brings the schema up to date. Safe when several processes start at once: the state is
 * read again inside the transaction that owns the database. `user_version` is the last step that a version must know to
 * work on the file, `schema_step` the list of those it has; a file without that list has the steps up to `user_version`.
 * Rejects when this version is too old for the file.
 */
async function migrate(connection: SqliteConnection, steps: readonly SchemaStep[]): Promise<void> {
  const missing = () => missingSteps(steps, readState(connection));
  if ((await connection.readTogether(missing)).length === 0) return;
  await connection.write(() => {
    const { applied } = readState(connection);
    if (missing().length === 0) return;
    connection.exec(
      'CREATE TABLE IF NOT EXISTS schema_step (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
    );
    const note = connection.prepare('INSERT OR IGNORE INTO schema_step (number, name) VALUES (?, ?)');
    for (const step of steps) {
      if (step.number > applied) connection.exec(step.sql);
      note.run(step.number, step.name);
    }
    connection.exec(`PRAGMA user_version = ${steps.at(-1)!.oldest}`);
  }, 'power');
}

function readState(connection: SqliteConnection): SchemaState {
  const number = (sql: string) => (connection.prepare(sql).get() as { n: number | null }).n;
  const oldest = Number(number('SELECT user_version AS n FROM pragma_user_version'));
  const hasList = number("SELECT count(*) AS n FROM sqlite_master WHERE name = 'schema_step'") === 1;
  return { oldest, applied: hasList ? (number('SELECT max(number) AS n FROM schema_step') ?? 0) : oldest };
}
