import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { fail } from '../../contract/failure.ts';
import { connectRedis, redisFailure } from './connection.ts';

/** After a fault the server is left alone so long, so that not every request waits for it. */
const REST_MS = 1000;

interface CacheSettings {
  readonly url: string;
  /** Of all keys, with one hash tag. */
  readonly prefix: string;
  /** A cache that is slower than this is no help. */
  readonly timeoutMs: number;
  /** Replaces the server's clock in tests. */
  readonly now: (() => number) | undefined;
}

/**
 * Runs the scripts of a cache (`snapshot-scripts.ts`) on a connection of its own: what is cached is bulky and must not hold the
 * request windows up. A server that is away rejects, and is used again when it is back.
 */
export class CacheScripts {
  readonly #redis: Redis;
  readonly #settings: CacheSettings;
  #restsUntil = 0;

  private constructor(redis: Redis, settings: CacheSettings) {
    this.#redis = redis;
    this.#settings = settings;
  }

  static async connect(settings: CacheSettings): Promise<CacheScripts> {
    return new CacheScripts(await connectRedis(settings.url, settings.timeoutMs), settings);
  }

  /** Runs a script for the entry of this id. Rejects `store_unavailable`, at once while the server is left alone. */
  async run(
    script: string,
    id: string,
    ...args: readonly (string | number | Uint8Array)[]
  ): Promise<unknown> {
    if (performance.now() < this.#restsUntil) {
      throw fail('store_unavailable', 'Retry after the time given; the store cannot be reached now.', {
        retryAfterMs: REST_MS,
      });
    }
    const { prefix, now } = this.#settings;
    const all = [1, prefix, now?.() ?? '', id, ...args.map(asArgument)];
    try {
      return await this.#redis.callBuffer('EVALSHA', shaOf(script), ...all).catch((cause: Error) => {
        if (!cause.message.startsWith('NOSCRIPT')) throw cause;
        return this.#redis.callBuffer('EVAL', script, ...all);
      });
    } catch (cause) {
      // An error that the server itself replied is soon told again, and may concern this entry only.
      if ((cause as Error).name !== 'ReplyError') this.#restsUntil = performance.now() + REST_MS;
      throw redisFailure(cause);
    }
  }

  close(): void {
    this.#redis.disconnect();
  }
}

/** ioredis sends the bytes of a `Buffer` as they are. */
function asArgument(value: string | number | Uint8Array): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

const shas = new Map<string, string>();

function shaOf(script: string): string {
  const known = shas.get(script);
  if (known !== undefined) return known;
  const sha = createHash('sha1').update(script).digest('hex');
  shas.set(script, sha);
  return sha;
}
