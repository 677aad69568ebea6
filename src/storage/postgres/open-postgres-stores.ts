import { LRUCache } from 'lru-cache';
import type { ApiKeyRecord } from '../ports.ts';
import { openSqlStores, type SqlStores } from '../sql/open-sql-stores.ts';
import { SqlApiKeys } from '../sql/records.ts';
import type { SqlValue } from '../sql/sql-database.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import type { StoreClock } from '../store-clock.ts';
import { PostgresConnection } from './connection.ts';
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
  const connection = new PostgresConnection(
    { poolMax: POOL_MAX, timeoutMs: TIMEOUT_MS, ...options },
    options.clock,
  );
  return {
    ...openSqlStores(connection),
    apiKeys: new RememberedApiKeys(connection),
    ping: async () => {
      await connection.read('SELECT 1 AS one');
    },
    close: () => connection.close(),
  };
}

/** How long a found key is believed without asking; a revocation must reach every process within 1 s. */
const CACHE_TTL_MS = 500;
const CACHE_MAX = 20_000;

/** API keys of a server. Found ones are remembered for half a second; unknown ones never. */
class RememberedApiKeys extends SqlApiKeys {
  readonly #found = new LRUCache<string, ApiKeyRecord>({
    max: CACHE_MAX,
    ttl: CACHE_TTL_MS,
    // With a resolution each look would start a timer.
    ttlResolution: 0,
  });

  override async findByHash(hash: string): Promise<ApiKeyRecord | null> {
    const known = this.#found.get(hash);
    if (known) return known;
    const key = await super.findByHash(hash);
    if (key) this.#found.set(hash, key);
    return key;
  }

  protected override async update(id: string, change: string, value: SqlValue): Promise<ApiKeyRecord | null> {
    const key = await super.update(id, change, value);
    if (key) this.#found.delete(key.hash);
    return key;
  }
}
