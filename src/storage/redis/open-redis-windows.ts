import type { RateLimitStore } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import { connectRedis, redisFailure, redisWarnings } from './connection.ts';
import { RedisRateLimits } from './rate-limits.ts';

/** The request windows in Redis, and what belongs to their connection. */
export interface RedisWindows {
  readonly rateLimits: RateLimitStore;
  warnings(): Promise<readonly string[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the windows on a Redis or Valkey server; `clock` and `monotonic` replace the server's and our own in tests. */
export async function openRedisWindows(options: {
  readonly url: string;
  readonly clock?: StoreClock;
  readonly monotonic?: () => number;
}): Promise<RedisWindows> {
  const redis = await connectRedis(options.url);
  return {
    rateLimits: new RedisRateLimits(redis, options.clock, options.monotonic),
    warnings: () => redisWarnings(redis),
    ping: async () => {
      await redis.ping().catch((cause: unknown) => {
        throw redisFailure(cause);
      });
    },
    close: async () => redis.disconnect(),
  };
}
