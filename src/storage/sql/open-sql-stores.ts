import type { Stores } from '../ports.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { type AiCallEnds, sqlAiQuota } from './ai-quota.ts';
import { sqlCredits } from './credits.ts';
import { sqlEndedSessions } from './ended-sessions.ts';
import { sqlJobs } from './jobs.ts';
import { sqlLeases } from './leases.ts';
import { sqlApiKeys, sqlLicenses } from './records.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqlUsage } from './usage.ts';

/** Everything but the request windows; the totals also take calls that are counted elsewhere. */
export type SqlStores = Omit<Stores, 'rateLimits'> & { readonly usage: UsageCountStore };

/** Bytes that jobs of all keys may keep on a disk. */
const MOST_JOB_BYTES = 2_147_483_648;

/**
 * The stores on a database whose schema is up to date, without what belongs to its connection. `mostJobBytes`: what jobs of all
 * keys may keep.
 */
export function openSqlStores(
  db: SqlDatabase,
  ends: AiCallEnds,
  mostJobBytes = MOST_JOB_BYTES,
): Omit<SqlStores, 'ping' | 'close'> {
  const credits = sqlCredits(db);
  const aiQuota = sqlAiQuota(db, ends);
  const usage = sqlUsage(db);
  const jobs = sqlJobs(db, mostJobBytes);
  return {
    apiKeys: sqlApiKeys(db),
    licenses: sqlLicenses(db),
    credits,
    aiQuota,
    leases: sqlLeases(db, credits, aiQuota),
    usage,
    endedSessions: sqlEndedSessions(db),
    jobs,
    warnings: async () => [],
    async sweep(usageDays) {
      await usage.prune((await usage.today()) - usageDays);
      await jobs.prune();
    },
  };
}
