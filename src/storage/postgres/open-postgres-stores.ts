import { LRUCache } from 'lru-cache';
import type { ApiKeyRecord, ApiKeyStore } from '../ports.ts';
import { openSqlStores, type SqlStores } from '../sql/open-sql-stores.ts';
import { sql } from '../sql/sql-database.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import type { StoreClock } from '../store-clock.ts';
import { postgresAiCallEnds } from './ai-call-ends.ts';
import { postgresDatabase } from './connection.ts';
import { POOL_MAX } from './guarded-pool.ts';

/**
 * The stores on a PostgreSQL database; the request windows belong to Redis. It is connected to and brought up to date at the
 * first call, so that a process can start while the server is away; until then calls reject `store_unavailable`.
 */
export function openPostgresStores(options: {
  readonly url: string;
  readonly poolMax?: number;
  readonly timeoutMs?: number;
  /** Hears when the server stops to answer, and when it answers again. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
  /** For tests; default: the server's. */
  readonly clock?: StoreClock;
}): SqlStores {
  const settings = { poolMax: POOL_MAX, timeoutMs: TIMEOUT_MS, ...options };
  const db = postgresDatabase(settings, options.clock);
  const stores = openSqlStores(db, postgresAiCallEnds(db));
  return {
    ...stores,
    apiKeys: rememberedKeys(stores.apiKeys),
    ping: async () => {
      // A standby answers, and takes no writes.
      await db.write(() => sql`DELETE FROM lease WHERE false`);
    },
    close: db.close,
  };
}

/** How long a found key is believed without asking; a revocation must reach every process within 1 s. */
const CACHE_TTL_MS = 500;
const CACHE_MAX = 20_000;

/** API keys of a server. Found ones are remembered for half a second; unknown ones never. */
function rememberedKeys(keys: ApiKeyStore): ApiKeyStore {
  // With a resolution each look would start a timer.
  const found = new LRUCache<string, ApiKeyRecord>({ max: CACHE_MAX, ttl: CACHE_TTL_MS, ttlResolution: 0 });
  const changed = async (change: Promise<ApiKeyRecord | null>) => {
    const key = await change;
    if (key) found.delete(key.hash);
    return key;
  };
  return {
    ...keys,
    async findByHash(hash) {
      const known = found.get(hash);
      if (known) return known;
      const key = await keys.findByHash(hash);
      if (key) found.set(hash, key);
      return key;
    },
    revoke: (id, atMs) => changed(keys.revoke(id, atMs)),
    setQuota: (id, monthlyQuota) => changed(keys.setQuota(id, monthlyQuota)),
  };
}
