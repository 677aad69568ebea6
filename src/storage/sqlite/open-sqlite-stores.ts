import type { Stores } from '../ports.ts';
import { openSqlStores, type SqlStores } from '../sql/open-sql-stores.ts';
import { sqliteAiCallEnds } from './ai-call-ends.ts';
import { IN_MEMORY, type SqliteConnection, sqliteDatabase } from './connection.ts';
import { type ClockParts, machineClock, openFileClock } from './file-clock.ts';
import { openMigrated, STORE_STEPS } from './migrations.ts';
import { openingFailure } from './opening-failure.ts';
import { sqliteRateLimits } from './rate-limits.ts';

export interface SqliteStoresOptions {
  /** Absolute path; made, with its folder, when it does not exist. */
  readonly file: string;
  /** Longest wait for another process that writes, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** For tests; default: the machine's. */
  readonly clock?: ClockParts | undefined;
  /** For tests: the file may not grow past this many pages of 4 KiB; then the disk counts as full. */
  readonly pageLimit?: number;
}

/** Bytes that jobs of all keys may keep in memory. */
const MOST_JOB_BYTES_IN_MEMORY = 268_435_456;

/**
 * Opens the embedded database, brings its schema up to date and returns the stores on it. Any number of
 * processes may share the file. Rejects `store_unavailable` when the file cannot be opened or written, with what to
 * do about it.
 */
export async function openSqliteStores(options: SqliteStoresOptions): Promise<Stores & SqlStores> {
  try {
    const use = (connection: SqliteConnection) => storesOn(connection, options);
    return await openMigrated(options.file, STORE_STEPS, use, options.timeoutMs);
  } catch (thrown) {
    throw openingFailure(thrown, options.file, 'PAGEMARK_DATABASE_URL');
  }
}

async function storesOn(
  connection: SqliteConnection,
  { file, clock: parts = machineClock(), pageLimit }: SqliteStoresOptions,
): Promise<Stores & SqlStores> {
  if (pageLimit !== undefined) connection.exec(`PRAGMA max_page_count = ${pageLimit}`);
  const clock = await openFileClock(connection, parts);
  const rateLimits = sqliteRateLimits(connection, clock);
  const stores = openSqlStores(
    sqliteDatabase(connection, clock),
    sqliteAiCallEnds(connection, clock),
    file === IN_MEMORY ? MOST_JOB_BYTES_IN_MEMORY : undefined,
  );
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
}
