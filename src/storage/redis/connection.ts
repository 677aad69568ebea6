import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { fail, ServiceError } from '../../contract/failure.ts';

const CONNECT_TIMEOUT_MS = 2000;
const COMMAND_TIMEOUT_MS = 2000;
const RECONNECT_MAX_MS = 1000;
const RETRY_AFTER_MS = 1000;

/**
 * A connection that answers or fails at once: nothing waits in a queue while the server is away, and it is
 * tried again at least every second. Resolves when it is ready or after 2 s, so that a process can start while
 * the server is away. A command fails after `commandTimeoutMs`.
 */
export async function connectRedis(url: string, commandTimeoutMs = COMMAND_TIMEOUT_MS): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command sent twice could count twice.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, RECONNECT_MAX_MS),
    // After a failover the old primary answers READONLY.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    connectionName: 'pagemark',
  });
  // Faults show again at the next command, where they are answered.
  redis.on('error', () => undefined);
  const patience = new AbortController();
  const ready = once(redis, 'ready', { signal: patience.signal }).catch(() => undefined);
  redis.connect().catch(() => undefined);
  await Promise.race([
    ready,
    sleep(CONNECT_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  return redis;
}

/** Any fault of Redis as `store_unavailable`; an error of the script itself passes as it is. */
export function redisFailure(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause;
  if (cause instanceof Error && /^(ERR|WRONGTYPE|NOPERM|WRONGPASS|NOAUTH)\b/.test(cause.message))
    return cause;
  return fail('store_unavailable', 'Retry after the time given; the store cannot be reached now.', {
    retryAfterMs: RETRY_AFTER_MS,
    cause,
  });
}

/** Warnings when the server forgets counted calls: at a restart, or to make room. Empty when it does not tell. */
export async function redisWarnings(redis: Redis): Promise<readonly string[]> {
  const setting = async (name: string) => ((await redis.config('GET', name)) as readonly string[])[1] ?? '';
  try {
    const [kept, flushed, room, policy] = [
      await setting('appendonly'),
      await setting('appendfsync'),
      await setting('maxmemory'),
      await setting('maxmemory-policy'),
    ];
    const warnings: string[] = [];
    if (kept !== 'yes' || flushed !== 'always')
      warnings.push(
        `Start Redis with "appendonly yes" and "appendfsync always"; they are ${JSON.stringify(kept)} and ${JSON.stringify(flushed)}, and a restart of Redis could admit more than a plan allows.`,
      );
    if (room !== '0' && policy !== 'noeviction')
      warnings.push(
        `Start Redis with "maxmemory-policy noeviction"; it is ${JSON.stringify(policy)}, and a full Redis could forget calls and admit more than a plan allows.`,
      );
    return warnings;
  } catch {
    return [];
  }
}
