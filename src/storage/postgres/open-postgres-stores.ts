import { sql } from 'kysely';
import type { Stores } from '../ports.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import type { StoreClock } from '../store-clock.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { PostgresAiQuota } from './ai-quota.ts';
import { PostgresConnection } from './connection.ts';
import { PostgresCredits } from './credits.ts';
import { POOL_MAX } from './guarded-pool.ts';
import { PostgresLeases } from './leases.ts';
import { PostgresApiKeys, PostgresLicenses } from './records.ts';
import { PostgresUsage } from './usage.ts';

/** Everything but the request windows, which belong to Redis; the totals take the calls that are counted there. */
export type PostgresStores = Omit<Stores, 'rateLimits'> & { readonly usage: UsageCountStore };

/**
 * The stores on a PostgreSQL database. It is connected to and brought up to date at the first call, so that a
 * process can start while the server is away; until then calls reject `store_unavailable`.
 */
export function openPostgresStores(options: {
  readonly url: string;
  readonly poolMax?: number;
  readonly timeoutMs?: number;
  /** Hears when the server stops to answer, and when it answers again. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
  /** For tests; default: the server's. */
  readonly clock?: StoreClock;
}): PostgresStores {
  const connection = new PostgresConnection({ poolMax: POOL_MAX, timeoutMs: TIMEOUT_MS, ...options });
  const credits = new PostgresCredits(connection);
  const aiQuota = new PostgresAiQuota(connection, options.clock);
  const usage = new PostgresUsage(connection, options.clock);
  return {
    apiKeys: new PostgresApiKeys(connection),
    licenses: new PostgresLicenses(connection),
    credits,
    aiQuota,
    leases: new PostgresLeases(connection, { credits, aiQuota }, options.clock),
    usage,
    warnings: async () => [],
    ping: async () => {
      await connection.run((db) => sql`SELECT 1`.execute(db));
    },
    sweep: async (usageDays) => usage.prune((await usage.today()) - usageDays),
    close: () => connection.close(),
  };
}
