import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { fail } from '../../contract/failure.ts';
import { OVERHEAD_BYTES, packBytes, unpackBytes } from '../packed-bytes.ts';
import {
  FAILURE_NOTE_MS,
  type FetchClaim,
  type Snapshot,
  type SnapshotMeta,
  type SnapshotStore,
} from '../snapshot-store.ts';
import { connectRedis, redisFailure } from './connection.ts';
import {
  CLAIM_SCRIPT,
  DELETE_SCRIPT,
  GET_SCRIPT,
  PUT_SCRIPT,
  RELEASE_SCRIPT,
  TOUCH_SCRIPT,
} from './snapshot-scripts.ts';

const PREFIX = 'pagemark:{snapshots}';
/** A cache that is slower than this is no help. */
const COMMAND_TIMEOUT_MS = 1000;
/** After a fault the server is left alone so long, so that not every request waits for it. */
const REST_MS = 1000;
const USE_STEP_MS = 60_000;

export interface RedisSnapshotsOptions {
  readonly url: string;
  /** Bound of the compressed bytes. */
  readonly maxBytes: number;
  /** A page that nobody has asked for so long expires. */
  readonly keepMs: number;
  /** Replaces the server's clock in tests. */
  readonly now?: () => number;
}

/**
 * Opens snapshots on a Redis or Valkey server, shared by all replicas, on a connection of their own: pages are bulky
 * and must not hold the request windows up. A server that is away rejects, and is used again when it is back.
 */
export async function openRedisSnapshots(options: RedisSnapshotsOptions): Promise<SnapshotStore> {
  return new RedisSnapshots(await connectRedis(options.url, COMMAND_TIMEOUT_MS), options);
}

class RedisSnapshots implements SnapshotStore {
  readonly #redis: Redis;
  readonly #options: RedisSnapshotsOptions;
  #restsUntil = 0;

  constructor(redis: Redis, options: RedisSnapshotsOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async get(key: string): Promise<Snapshot | null> {
    const { keepMs } = this.#options;
    const found = (await this.#run(GET_SCRIPT, key, keepMs, USE_STEP_MS)) as
      | readonly [meta: Buffer, at: Buffer, bytes: Buffer]
      | null;
    if (found === null) return null;
    const [meta, at, packed] = found;
    const known = JSON.parse(meta.toString()) as SnapshotMeta;
    return { meta: { ...known, fetchedAtMs: Number(at) }, bytes: await unpackBytes(packed) };
  }

  async put(key: string, { meta, bytes }: Snapshot): Promise<boolean> {
    const packed = await packBytes(bytes);
    const { keepMs, maxBytes } = this.#options;
    const size = packed.byteLength + OVERHEAD_BYTES;
    // What is too large is not sent, but the page that it replaces must go all the same.
    const isKept = size <= maxBytes;
    const facts = [meta.digest, JSON.stringify(meta), meta.fetchedAtMs] as const;
    await this.#run(PUT_SCRIPT, key, keepMs, ...facts, isKept ? packed : '', size, maxBytes);
    return isKept;
  }

  async touch(key: string, fetchedAtMs: number): Promise<void> {
    await this.#run(TOUCH_SCRIPT, key, this.#options.keepMs, fetchedAtMs);
  }

  async delete(key: string): Promise<void> {
    await this.#run(DELETE_SCRIPT, key);
  }

  async claim(key: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim> {
    const reply = (await this.#run(CLAIM_SCRIPT, key, holder, ttlMs, followed ?? '')) as readonly Buffer[];
    const [state, detail] = reply.map(String) as [FetchClaim['state'], string];
    if (state === 'taken') return { state, holder: detail };
    return state === 'failed' ? { state, failure: detail } : { state };
  }

  async release(key: string, holder: string, failure: string | null): Promise<void> {
    await this.#run(RELEASE_SCRIPT, key, holder, failure ?? '', FAILURE_NOTE_MS);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  async #run(script: string, key: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown> {
    if (performance.now() < this.#restsUntil) {
      throw fail('store_unavailable', 'Retry after the time given; the store cannot be reached now.', {
        retryAfterMs: REST_MS,
      });
    }
    const all = [1, PREFIX, this.#options.now?.() ?? '', idOf(key), ...args];
    try {
      return await this.#redis.callBuffer('EVALSHA', shaOf(script), ...all).catch((cause: Error) => {
        if (!cause.message.startsWith('NOSCRIPT')) throw cause;
        return this.#redis.callBuffer('EVAL', script, ...all);
      });
    } catch (cause) {
      // An error that the server itself replied is soon told again, and may concern this page only.
      if ((cause as Error).name !== 'ReplyError') this.#restsUntil = performance.now() + REST_MS;
      throw redisFailure(cause);
    }
  }
}

/** Keys are URLs of up to 8 KiB and more; their digest is as good. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

const shas = new Map<string, string>();

function shaOf(script: string): string {
  const known = shas.get(script);
  if (known !== undefined) return known;
  const sha = createHash('sha1').update(script).digest('hex');
  shas.set(script, sha);
  return sha;
}
