import { createHash } from 'node:crypto';
import { RedisConnection } from './connection.ts';

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
  readonly #connection: RedisConnection;
  readonly #settings: CacheSettings;

  private constructor(connection: RedisConnection, settings: CacheSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  static async connect(settings: CacheSettings): Promise<CacheScripts> {
    return new CacheScripts(await RedisConnection.open(settings), settings);
  }

  /** Runs a script for the entry of this id. Rejects `store_unavailable`, at once while the server is known to answer nothing. */
  async run(
    script: string,
    id: string,
    ...args: readonly (string | number | Uint8Array)[]
  ): Promise<unknown> {
    const { prefix, now } = this.#settings;
    const all = [1, prefix, now?.() ?? '', id, ...args.map(asArgument)];
    return this.#connection.run((redis) =>
      redis.callBuffer('EVALSHA', shaOf(script), ...all).catch((cause: Error) => {
        if (!cause.message.startsWith('NOSCRIPT')) throw cause;
        return redis.callBuffer('EVAL', script, ...all);
      }),
    );
  }

  close(): void {
    this.#connection.close();
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
