import { missingSteps, type SchemaState, type SchemaStep } from '../schema-steps.ts';
import { storeSteps } from '../sql/store-steps.ts';
import { openSqlite, type SqliteConnection } from './connection.ts';

/** All steps of the stores' schema in order. */
export const STORE_STEPS = storeSteps({
  number: 'INTEGER',
  truth: 'INTEGER',
  table: 'STRICT',
  keyed: 'STRICT, WITHOUT ROWID',
  own: `
      CREATE UNIQUE INDEX credit_entry_ref ON credit_entry (key_id, ref, kind);
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
      ) STRICT, WITHOUT ROWID;`,
});

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
    for (const [before, step] of steps.entries()) {
      if (before >= applied) connection.exec(step.sql);
      note.run(before + 1, step.name);
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
