import type { Stores } from '../ports.ts';
import { openSqlStores, type SqlStores } from '../sql/open-sql-stores.ts';
import { SqliteConnection, sqliteDatabase } from './connection.ts';
import { type ClockParts, machineClock, openFileClock } from './file-clock.ts';
import { migrateFile } from './migrations.ts';
import { openingFailure } from './opening-failure.ts';
import { sqliteRateLimits } from './rate-limits.ts';

export interface SqliteStoresOptions {
  /** Absolute path; made, with its folder, when it does not exist. */
  readonly file: string;
  /** For tests; default: the machine's. */
  readonly clock?: ClockParts;
  /** For tests: the file may not grow past this many pages of 4 KiB; then the disk counts as full. */
  readonly pageLimit?: number;
}

/**
 * Opens the embedded database, brings its schema up to date and returns the stores on it. Any number of
 * processes may share the file. Rejects `store_unavailable` when the file cannot be opened or written, with what to
 * do about it.
 */
export async function openSqliteStores(options: SqliteStoresOptions): Promise<Stores & SqlStores> {
  try {
    return await openFile(options);
  } catch (thrown) {
    throw openingFailure(thrown, options.file, 'PAGEMARK_DATABASE_URL');
  }
}

async function openFile(options: SqliteStoresOptions): Promise<Stores & SqlStores> {
  const connection = await SqliteConnection.open(options.file);
  try {
    await migrateFile(connection);
    if (options.pageLimit !== undefined) connection.exec(`PRAGMA max_page_count = ${options.pageLimit}`);
    const clock = await openFileClock(connection, options.clock ?? machineClock());
    const rateLimits = sqliteRateLimits(connection, clock);
    const stores = openSqlStores(sqliteDatabase(connection, clock));
    return {
      ...stores,
      rateLimits,
      ping: () => connection.probe(),
      sweep: async (usageDays) => {
        await rateLimits.sweep();
        await stores.sweep(usageDays);
      },
      close: async () => connection.close(),
    };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
