import { openRedisConnection } from './connection.ts';
import { runScript } from './run-script.ts';

type Argument = string | number | Uint8Array;

/**
 * Runs the scripts of a cache (`snapshot-scripts.ts`) on a connection of its own: what is cached is bulky and must not hold the
 * request windows up. A server that is away rejects, and is used again when it is back. `prefix`: of all keys, with one hash tag;
 * `timeoutMs`: a cache that is slower than this is no help; `now` replaces the server's clock in tests.
 */
export async function openCacheScripts(settings: {
  readonly url: string;
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly now: (() => number) | undefined;
}) {
  const { prefix, now } = settings;
  const connection = await openRedisConnection(settings);
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
