import { createHash } from 'node:crypto';
import { OVERHEAD_BYTES, packBytes, unpackBytes } from '../packed-bytes.ts';
import {
  FAILURE_NOTE_MS,
  type FetchClaim,
  type Snapshot,
  type SnapshotMeta,
  type SnapshotStore,
} from '../snapshot-store.ts';
import { CacheScripts } from './cache-scripts.ts';
import {
  CLAIM_SCRIPT,
  DELETE_SCRIPT,
  FIND_SCRIPT,
  GET_SCRIPT,
  PUT_SCRIPT,
  RELEASE_SCRIPT,
  TOUCH_SCRIPT,
} from './snapshot-scripts.ts';

/** What fetching a page may well take. */
const COMMAND_TIMEOUT_MS = 1000;
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

/** Opens snapshots on a Redis or Valkey server, shared by all replicas. */
export async function openRedisSnapshots(options: RedisSnapshotsOptions): Promise<SnapshotStore> {
  const scripts = await CacheScripts.connect({
    url: options.url,
    prefix: 'pagemark:{snapshots}',
    timeoutMs: COMMAND_TIMEOUT_MS,
    now: options.now,
  });
  return new RedisSnapshots(scripts, options);
}

class RedisSnapshots implements SnapshotStore {
  readonly #scripts: CacheScripts;
  readonly #options: RedisSnapshotsOptions;

  constructor(scripts: CacheScripts, options: RedisSnapshotsOptions) {
    this.#scripts = scripts;
    this.#options = options;
  }

  async find(key: string): Promise<SnapshotMeta | null> {
    const { keepMs } = this.#options;
    const found = (await this.#run(FIND_SCRIPT, key, keepMs, USE_STEP_MS)) as Found | null;
    return found === null ? null : metaOf(found);
  }

  async get(key: string): Promise<Snapshot | null> {
    const { keepMs } = this.#options;
    const found = (await this.#run(GET_SCRIPT, key, keepMs, USE_STEP_MS)) as
      | readonly [meta: Buffer, at: Buffer, bytes: Buffer]
      | null;
    return found === null ? null : { meta: metaOf(found), bytes: await unpackBytes(found[2]) };
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
    this.#scripts.close();
  }

  #run(script: string, key: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown> {
    return this.#scripts.run(script, idOf(key), ...args);
  }
}

type Found = readonly [meta: Buffer, at: Buffer, ...Buffer[]];

function metaOf([meta, at]: Found): SnapshotMeta {
  return { ...(JSON.parse(meta.toString()) as SnapshotMeta), fetchedAtMs: Number(at) };
}

/** Keys are URLs of up to 8 KiB and more; their digest is as good. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
