import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress } from '../../contract/redis-address.ts';

/** A client of one server, found by sentinels or not, or of a cluster; both take the same commands. */
export type RedisClient = Redis | Cluster;

const CLUSTER_RETRY_MAX_MS = 1000;

type ClientOptions = Pick<
  RedisOptions,
  | 'autoResendUnfulfilledCommands'
  | 'connectionName'
  | 'connectTimeout'
  | 'enableOfflineQueue'
  | 'maxRetriesPerRequest'
  | 'reconnectOnError'
  | 'retryStrategy'
>;

/** A client of what the address names (`parseRedisAddress`), not connected yet. */
export function openClient(url: string, options: ClientOptions): RedisClient {
  const address = parseRedisAddress(url);
  if (address === null) throw new TypeError('give an address that parseRedisAddress reads');
  const lazy = { ...options, lazyConnect: true };
  if (address.kind === 'server') return new Redis(address.url, lazy);
  const own = {
    ...lazy,
    ...(address.username === '' ? {} : { username: address.username }),
    ...(address.password === '' ? {} : { password: address.password }),
    ...(address.tls ? { tls: {} } : {}),
  };
  if (address.kind === 'sentinel') {
    const { retryStrategy: sentinelRetryStrategy } = options;
    return new Redis({
      ...own,
      sentinels: [...address.sentinels],
      name: address.primary,
      enableTLSForSentinelMode: address.tls,
      ...(sentinelRetryStrategy ? { sentinelRetryStrategy } : {}),
    });
  }
  const { retryStrategy, maxRetriesPerRequest, enableOfflineQueue = true, ...ofNodes } = own;
  return new Cluster([...address.nodes], {
    lazyConnect: true,
    enableOfflineQueue,
    redisOptions: ofNodes,
    clusterRetryStrategy: (attempt) => Math.min(25 * 2 ** attempt, CLUSTER_RETRY_MAX_MS),
  });
}
