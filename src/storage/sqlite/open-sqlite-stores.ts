import type { Stores } from '../ports.ts';
import { SqliteAiQuota } from './ai-quota.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteCredits } from './credits.ts';
import { type ClockParts, machineClock, openFileClock } from './file-clock.ts';
import { SqliteLeases } from './leases.ts';
import { migrate } from './migrations.ts';
import { openingFailure } from './opening-failure.ts';
import { SqliteRateLimits } from './rate-limits.ts';
import { SqliteApiKeys, SqliteLicenses } from './records.ts';

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
export async function openSqliteStores(options: SqliteStoresOptions): Promise<Stores> {
  try {
    return await openFile(options);
  } catch (thrown) {
    throw openingFailure(thrown, options.file, 'PAGEMARK_DATABASE_URL');
  }
}

async function openFile(options: SqliteStoresOptions): Promise<Stores> {
  const connection = await SqliteConnection.open(options.file);
  try {
    await migrate(connection);
    if (options.pageLimit !== undefined) connection.exec(`PRAGMA max_page_count = ${options.pageLimit}`);
    const clock = await openFileClock(connection, options.clock ?? machineClock());
    const credits = new SqliteCredits(connection);
    const aiQuota = new SqliteAiQuota(connection);
    const rateLimits = new SqliteRateLimits(connection, clock);
    return {
      apiKeys: new SqliteApiKeys(connection),
      licenses: new SqliteLicenses(connection),
      rateLimits,
      credits,
      aiQuota,
      leases: new SqliteLeases(connection, clock, { credits, aiQuota }),
      warnings: async () => [],
      ping: () => connection.write(() => undefined),
      sweep: () => rateLimits.sweep(),
      close: async () => connection.close(),
    };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
