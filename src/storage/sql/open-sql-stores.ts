import type { Stores } from '../ports.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { type AiCallEnds, sqlAiQuota } from './ai-quota.ts';
import { sqlCredits } from './credits.ts';
import { sqlEndedSessions } from './ended-sessions.ts';
import { sqlLeases } from './leases.ts';
import { sqlApiKeys, sqlLicenses } from './records.ts';
import type { SqlDatabase } from './sql-database.ts';
import { sqlUsage } from './usage.ts';

/** Everything but the request windows; the totals also take calls that are counted elsewhere. */
export type SqlStores = Omit<Stores, 'rateLimits'> & { readonly usage: UsageCountStore };

/** The stores on a database whose schema is up to date, without what belongs to its connection. */
export function openSqlStores(db: SqlDatabase, ends: AiCallEnds): Omit<SqlStores, 'ping' | 'close'> {
  const credits = sqlCredits(db);
  const aiQuota = sqlAiQuota(db, ends);
  const usage = sqlUsage(db);
  return {
    apiKeys: sqlApiKeys(db),
    licenses: sqlLicenses(db),
    credits,
    aiQuota,
    leases: sqlLeases(db, credits, aiQuota),
    usage,
    endedSessions: sqlEndedSessions(db),
    warnings: async () => [],
    sweep: async (usageDays) => usage.prune((await usage.today()) - usageDays),
  };
}
