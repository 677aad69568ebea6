import { openRedisConnection } from './connection.ts';
import { runScript } from './run-script.ts';

type Argument = string | number | Uint8Array;

/** A cache on a Redis or Valkey server, shared by all replicas. */
export interface RedisCacheOptions {
  readonly url: string;
  /** Bound of the bytes that are kept, as they are kept. */
  readonly maxBytes: number;
  /** What nobody has asked for so long expires. */
  readonly keepMs: number;
  /** Longest wait for an answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Replaces the server's clock in tests. */
  readonly now?: () => number;
}

/** The last use of an entry is noted at most this often. */
export const USE_STEP_MS = 60_000;

/**
 * Runs the scripts of a cache (`snapshot-scripts.ts`) on a connection of its own: what is cached is bulky and must not hold the
 * request windows up. A server that is away rejects, and is used again when it is back. `prefix`: of all keys, with one hash tag;
 * `usualTimeoutMs`: a cache that is slower than this is no help.
 */
export async function openCacheScripts(
  { url, now, timeoutMs }: RedisCacheOptions,
  prefix: string,
  usualTimeoutMs: number,
) {
  const connection = await openRedisConnection({ url, timeoutMs: timeoutMs ?? usualTimeoutMs });
  return {
    /** Runs a script for the entry of this id. Rejects `store_unavailable`, at once while the server is known to answer nothing. */
    run(script: string, id: string, ...args: readonly Argument[]): Promise<unknown> {
      const all = [1, prefix, now?.() ?? '', id, ...args.map(asArgument)];
      return connection.run((redis) =>
        runScript(script, (command, text) => redis.callBuffer(command, text, ...all)),
      );
    },
    close: () => connection.close(),
  };
}

/** ioredis sends the bytes of a `Buffer` as they are. */
function asArgument(value: Argument): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
