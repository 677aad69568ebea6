import type { Stores } from '../ports.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { SqlAiQuota } from './ai-quota.ts';
import { SqlCredits } from './credits.ts';
import { SqlLeases } from './leases.ts';
import { SqlApiKeys, SqlLicenses } from './records.ts';
import type { SqlDatabase } from './sql-database.ts';
import { SqlUsage } from './usage.ts';

/** Everything but the request windows; the totals also take calls that are counted elsewhere. */
export type SqlStores = Omit<Stores, 'rateLimits'> & { readonly usage: UsageCountStore };

/** The stores on a database whose schema is up to date, without what belongs to its connection. */
export function openSqlStores(db: SqlDatabase): Omit<SqlStores, 'ping' | 'close'> {
  const credits = new SqlCredits(db);
  const aiQuota = new SqlAiQuota(db);
  const usage = new SqlUsage(db);
  return {
    apiKeys: new SqlApiKeys(db),
    licenses: new SqlLicenses(db),
    credits,
    aiQuota,
    leases: new SqlLeases(db, { credits, aiQuota }),
    usage,
    warnings: async () => [],
    sweep: async (usageDays) => usage.prune((await usage.today()) - usageDays),
  };
}
