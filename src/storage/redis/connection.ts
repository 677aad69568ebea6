import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../contract/failure.ts';
import { parseRedisAddress } from '../../contract/redis-address.ts';
import { createStoreBreaker, NoAnswer, type StoreChange } from '../store-breaker.ts';
import { operatorMessage, storeUnavailable } from '../store-fault.ts';
import { openClient, type RedisClient } from './open-client.ts';

/** Least time for a connection. */
const CONNECT_TIMEOUT_MS = 2000;
/** Beyond the time of a connection, so that a fault that ends the first one is known. */
const PATIENCE_MS = 200;
const RECONNECT_MAX_MS = 1000;
/** A connection that answers nothing for so long may be dead for good, as after a failover. */
const DEAD_MS = 10_000;
/** Replies that tell of a script of ours; all others tell of the server, its settings or its state. */
const OURS = /^(ERR|WRONGTYPE)\b/;
/** And of those, what the server says of a connection. */
const OF_CONNECTION = /^ERR (max number of clients|AUTH|Client sent AUTH)/;
/** What ioredis says of a command that it has not sent: its connection has ended, and it has not heard of that yet. */
const UNSENT = /^Stream isn't writeable/;

interface RedisSettings {
  readonly url: string;
  /** A command without an answer for so long fails, and an attempt to connect. */
  readonly timeoutMs: number;
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/**
 * A connection that answers or fails at once: nothing waits in a queue while the server is away, which is tried again at least
 * every second, and nobody waits for one that is known to answer nothing.
 */
export type RedisConnection = Awaited<ReturnType<typeof openRedisConnection>>;

/** Resolves when it is ready or its time is over, so that a process can start while the server is away. */
export async function openRedisConnection({ url, timeoutMs, onChange }: RedisSettings) {
  const connectTimeout = Math.max(timeoutMs, CONNECT_TIMEOUT_MS);
  const redis = openClient(url, {
    connectTimeout,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command sent twice could count twice.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, RECONNECT_MAX_MS),
    // After a failover the old primary answers READONLY.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    connectionName: 'pagemark',
  });
  const breaker = createStoreBreaker({ timeoutMs, onChange, probe: () => probe(redis) });
  /** Why there is no connection. */
  let fault: Error | null = null;
  // Faults show again at the next command, where they are answered.
  redis.on('error', (error: Error) => {
    // That of a node of a cluster says more than that none of them answers.
    fault = (error as { readonly lastNodeError?: Error }).lastNodeError ?? error;
  });
  redis.on('ready', () => {
    fault = null;
  });
  const failureOf = (cause: unknown): unknown => {
    if (cause instanceof ServiceError || !(cause instanceof Error)) return cause;
    const isReply = cause.name === 'ReplyError';
    if (isReply && OURS.test(cause.message) && !OF_CONNECTION.test(cause.message)) return cause;
    if (UNSENT.test(cause.message)) return storeUnavailable('Redis', fault ?? cause, false);
    // Without a connection ioredis only says that there is none.
    return storeUnavailable('Redis', isReply || cause instanceof NoAnswer ? cause : (fault ?? cause));
  };
  await connected(redis, connectTimeout + PATIENCE_MS);
  return {
    redis,
    kind: parseRedisAddress(url)!.kind,
    /** Runs commands. Any fault of the server or the network rejects `store_unavailable`; an error of a script passes as it is. */
    async run<T>(command: (redis: RedisClient, isAwaited: () => boolean) => Promise<T>): Promise<T> {
      if (redis.status !== 'ready')
        throw storeUnavailable('Redis', fault ?? new NoAnswer('no connection'), false);
      try {
        return await breaker.run((isAwaited) => command(redis, isAwaited));
      } catch (cause) {
        throw failureOf(cause);
      }
    },
    close(): void {
      breaker.close();
      redis.disconnect();
    },
  };
}

/** Connects; resolves when that is done, or after so many milliseconds. */
async function connected(redis: RedisClient, patienceMs: number): Promise<void> {
  const patience = new AbortController();
  const { signal } = patience;
  const ready = once(redis, 'ready', { signal }).catch(() => undefined);
  redis.connect().catch(() => undefined);
  await Promise.race([ready, sleep(patienceMs, undefined, { signal }).catch(() => undefined)]);
  patience.abort();
}

/** Resolves when the server answers. A connection that stays dead is begun anew. */
async function probe(redis: RedisClient): Promise<void> {
  const signal = AbortSignal.timeout(DEAD_MS);
  try {
    if (redis.status !== 'ready') await once(redis, 'ready', { signal });
    const late = once(signal, 'abort');
    await Promise.race([redis.ping(), late.then(() => Promise.reject(new NoAnswer('no answer to PING')))]);
  } catch (cause) {
    // Not before: what was sent on this connection is run before what comes later on it, such as its undoing.
    if (signal.aborted) redis.disconnect(true);
    throw cause;
  }
}

/** Warnings when the server forgets counted calls: at a restart, or to make room. Empty when it may not be asked. */
export async function redisWarnings(connection: RedisConnection): Promise<readonly string[]> {
  const setting = async (name: string) =>
    ((await connection.run((redis) => redis.config('GET', name))) as readonly string[])[1] ?? '';
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
  } catch (thrown) {
    const advice = operatorMessage(thrown);
    return advice === null || advice.includes('NOPERM') ? [] : [advice];
  }
}
