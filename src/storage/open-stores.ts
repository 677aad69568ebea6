import path from 'node:path';
import type { Stores } from './ports.ts';
import type { RedisWindows } from './redis/rate-limits.ts';
import type { ResultStore } from './result-store.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { SqlStores } from './sql/open-sql-stores.ts';
import type { StoreChange } from './store-breaker.ts';
import type { Engine } from './store-fault.ts';

/** What decides where things are stored. */
export interface StoreSettings {
  readonly storage:
    | { readonly kind: 'memory' }
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres' };
  /** With `postgres`. */
  readonly postgresUrl: string | null;
  /** Moves the request windows to Redis; needed with `postgres`. */
  readonly redisUrl: string | null;
  /** Most connections to PostgreSQL. */
  readonly poolMax?: number;
  /** Longest wait for an answer of a server, in milliseconds. */
  readonly timeoutMs?: number;
  /** Hears when a server stops to answer, and when it answers again. */
  readonly onChange?: (engine: Engine, change: StoreChange) => void;
}

/**
 * Opens the stores that the settings name; an adapter that is not named is not even loaded. The embedded store
 * rejects `store_unavailable` when its file cannot be opened; servers may be away and are tried again.
 */
export async function openStores(settings: StoreSettings): Promise<Stores> {
  const base = await openBase(settings);
  if (settings.redisUrl === null) {
    if ('rateLimits' in base) return base;
    throw new Error('give a redisUrl with postgres; the request windows need it');
  }
  const { openRedisWindows } = await import('./redis/rate-limits.ts');
  const windows = await openRedisWindows({
    ...settings,
    url: settings.redisUrl,
    usage: base.usage,
    onChange: (change) => settings.onChange?.('Redis', change),
  });
  return joinWindows(base, windows);
}

/** Stores with the request windows, and the calls counted with them, of another one. */
export function joinWindows(base: SqlStores, windows: RedisWindows): Stores {
  return {
    ...base,
    rateLimits: windows.rateLimits,
    usage: windows.usage,
    warnings: async () => [...(await base.warnings()), ...(await windows.warnings())],
    ping: async () => {
      await Promise.all([base.ping(), windows.ping()]);
    },
    sweep: async (usageDays) => {
      await windows.sweep();
      await base.sweep(usageDays);
    },
    close: async () => {
      await Promise.all([base.close(), windows.close()]);
    },
  };
}

async function openBase(settings: StoreSettings): Promise<SqlStores | (SqlStores & Stores)> {
  const { storage, postgresUrl } = settings;
  switch (storage.kind) {
    case 'memory':
    case 'sqlite': {
      const [{ openSqliteStores }, { IN_MEMORY }] = await Promise.all([
        import('./sqlite/open-sqlite-stores.ts'),
        import('./sqlite/connection.ts'),
      ]);
      return openSqliteStores({ file: storage.kind === 'memory' ? IN_MEMORY : storage.file });
    }
    case 'postgres': {
      if (postgresUrl === null) throw new Error('give a postgresUrl with postgres');
      const { openPostgresStores } = await import('./postgres/open-postgres-stores.ts');
      return openPostgresStores({
        ...settings,
        url: postgresUrl,
        onChange: (change) => settings.onChange?.('PostgreSQL', change),
      });
    }
  }
}

/**
 * Opens the store of fetched pages: in Redis when there is one, shared by all replicas; else `snapshots.db` in the
 * data folder, shared by the processes of this machine; or this process's memory with a `memory` database.
 * `maxBytes` bounds what it holds, and a page not asked for within `keepMs` is removed.
 */
export async function openSnapshots(settings: {
  readonly storage: StoreSettings['storage'];
  readonly redisUrl: string | null;
  readonly dataDir: string;
  readonly maxBytes: number;
  readonly keepMs: number;
}): Promise<SnapshotStore> {
  const { storage, redisUrl, dataDir, maxBytes, keepMs } = settings;
  if (redisUrl !== null) {
    const { openRedisSnapshots } = await import('./redis/snapshots.ts');
    return openRedisSnapshots({ url: redisUrl, maxBytes, keepMs });
  }
  if (storage.kind === 'memory') {
    const { openMemorySnapshots } = await import('./memory-snapshots.ts');
    return openMemorySnapshots({ maxBytes });
  }
  const { openThreadedSnapshots } = await import('./sqlite/threaded-snapshots.ts');
  return openThreadedSnapshots({ file: path.join(dataDir, 'snapshots.db'), maxBytes, keepMs });
}

/**
 * Opens the store of results: in Redis when there is one, shared by all replicas; else this process's memory. `maxBytes`
 * bounds what it holds, and none is kept for longer than `keepMs`.
 */
export async function openResults(settings: {
  readonly redisUrl: string | null;
  readonly maxBytes: number;
  readonly keepMs: number;
}): Promise<ResultStore> {
  const { redisUrl, maxBytes, keepMs } = settings;
  if (redisUrl !== null) {
    const { openRedisResults } = await import('./redis/results.ts');
    return openRedisResults({ url: redisUrl, maxBytes, keepMs });
  }
  const { openMemoryResults } = await import('./memory-results.ts');
  return openMemoryResults({ maxBytes });
}
