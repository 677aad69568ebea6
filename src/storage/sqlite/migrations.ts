import { migrate, missingSteps, type SchemaPlace, type SchemaStep, storeSteps } from '../sql/schema.ts';
import { SqliteConnection } from './connection.ts';

const WINDOWS = `
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
`;

/** Steps of the stores' schema. */
export const STORE_STEPS = storeSteps(
  { int: 'integer', bool: 'integer', keyed: ' STRICT, WITHOUT ROWID', table: ' STRICT' },
  WINDOWS,
);

/** The step that a version must know is the `user_version` of the file. */
const PLACE: SchemaPlace = {
  oldest: 'SELECT user_version AS n FROM pragma_user_version',
  setOldest: (step) => `PRAGMA user_version = ${step}`,
  isListed: "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'schema_step'",
};

/** Opens a file, brings its schema up to date (when it is, nothing is locked), and uses it. Throws as `migrate` of both engines does. */
export async function openMigrated<T>(
  file: string,
  steps: readonly SchemaStep[],
  use: (connection: SqliteConnection) => T | Promise<T>,
): Promise<T> {
  const connection = await SqliteConnection.open(file);
  try {
    const missing = await connection.readTogether(() => connection.take(missingSteps(PLACE, steps)));
    if (missing.length > 0) await connection.write(() => connection.take(migrate(PLACE, steps)), 'power');
    return await use(connection);
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
