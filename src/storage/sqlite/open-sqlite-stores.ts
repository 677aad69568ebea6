import type { Stores } from '../ports.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { SqliteAiQuota } from './ai-quota.ts';
import type { SqliteConnection } from './connection.ts';
import { SqliteCredits } from './credits.ts';
import { type ClockParts, machineClock, openFileClock } from './file-clock.ts';
import { SqliteLeases } from './leases.ts';
import { openMigrated, STORE_STEPS } from './migrations.ts';
import { openingFailure } from './opening-failure.ts';
import { sqliteRateLimits } from './rate-limits.ts';
import { SqliteApiKeys, SqliteLicenses } from './records.ts';
import { SqliteUsage } from './usage.ts';

export interface SqliteStoresOptions {
  /** Absolute path; made, with its folder, when it does not exist. */
  readonly file: string;
  /** For tests; default: the machine's. */
  readonly clock?: ClockParts;
  /** For tests: the file may not grow past this many pages of 4 KiB; then the disk counts as full. */
  readonly pageLimit?: number;
}

/** All stores; those of the totals also take calls that are counted elsewhere. */
export type SqliteStores = Stores & { readonly usage: UsageCountStore };

/**
 * Opens the embedded database, brings its schema up to date and returns the stores on it. Any number of
 * processes may share the file. Rejects `store_unavailable` when the file cannot be opened or written, with what to
 * do about it.
 */
export async function openSqliteStores(options: SqliteStoresOptions): Promise<SqliteStores> {
  try {
    return await openMigrated(options.file, STORE_STEPS, (connection) => storesOn(connection, options));
  } catch (thrown) {
    throw openingFailure(thrown, options.file, 'PAGEMARK_DATABASE_URL');
  }
}

async function storesOn(
  connection: SqliteConnection,
  { clock: parts = machineClock(), pageLimit }: SqliteStoresOptions,
): Promise<SqliteStores> {
  if (pageLimit !== undefined) connection.exec(`PRAGMA max_page_count = ${pageLimit}`);
  const clock = await openFileClock(connection, parts);
  const credits = new SqliteCredits(connection);
  const aiQuota = new SqliteAiQuota(connection, clock);
  const rateLimits = sqliteRateLimits(connection, clock);
  const usage = new SqliteUsage(connection, clock);
  return {
    apiKeys: new SqliteApiKeys(connection),
    licenses: new SqliteLicenses(connection),
    rateLimits,
    credits,
    aiQuota,
    leases: new SqliteLeases(connection, clock, { credits, aiQuota }),
    warnings: async () => [],
    usage,
    ping: () => connection.probe(),
    sweep: async (usageDays) => {
      await rateLimits.sweep();
      await usage.prune((await usage.today()) - usageDays);
    },
    close: async () => connection.close(),
  };
}
