import type { Stores } from './ports.ts';
import type { RedisWindows } from './redis/rate-limits.ts';
import type { SqlStores } from './sql/open-sql-stores.ts';
import type { ClockParts } from './sqlite/file-clock.ts';
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
  /** Longest wait for an answer of a server, or for another process that writes the file, in milliseconds. */
  readonly timeoutMs?: number;
  /** For tests: replaces the clock of this machine, by which the embedded store counts. */
  readonly machineClock?: ClockParts | undefined;
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
      const file = storage.kind === 'memory' ? IN_MEMORY : storage.file;
      return openSqliteStores({ file, timeoutMs: settings.timeoutMs, clock: settings.machineClock });
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
