import { OVERHEAD_BYTES, packBytes, unpackBytes } from '../packed-bytes.ts';
import {
  FAILURE_NOTE_MS,
  type FetchClaim,
  idOf,
  type SnapshotMeta,
  type SnapshotStore,
} from '../snapshot-store.ts';
import { openCacheScripts, type RedisCacheOptions, USE_STEP_MS } from './cache-scripts.ts';
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

/** Opens snapshots, which are compressed. */
export async function openRedisSnapshots(options: RedisCacheOptions): Promise<SnapshotStore> {
  const scripts = await openCacheScripts(options, 'pagemark:{snapshots}', COMMAND_TIMEOUT_MS);
  const { keepMs, maxBytes } = options;
  const run = (script: string, key: string, ...args: readonly (string | number | Buffer)[]) =>
    scripts.run(script, idOf(key), ...args);
  return {
    async find(key) {
      const found = (await run(FIND_SCRIPT, key, keepMs, USE_STEP_MS)) as Found | null;
      return found === null ? null : metaOf(found);
    },
    async get(key) {
      const found = (await run(GET_SCRIPT, key, keepMs, USE_STEP_MS)) as Found | null;
      return found === null ? null : { meta: metaOf(found), bytes: await unpackBytes(found[2]!) };
    },
    async put(key, { meta, bytes }) {
      const packed = await packBytes(bytes);
      const size = packed.byteLength + OVERHEAD_BYTES;
      // What is too large is not sent, but the page that it replaces must go all the same.
      const isKept = size <= maxBytes;
      const facts = [meta.digest, JSON.stringify(meta), meta.fetchedAtMs] as const;
      await run(PUT_SCRIPT, key, keepMs, ...facts, isKept ? packed : '', size, maxBytes);
      return isKept;
    },
    async touch(key, fetchedAtMs) {
      await run(TOUCH_SCRIPT, key, keepMs, fetchedAtMs);
    },
    async delete(key) {
      await run(DELETE_SCRIPT, key);
    },
    async claim(key, holder, ttlMs, followed) {
      const reply = (await run(CLAIM_SCRIPT, key, holder, ttlMs, followed ?? '')) as readonly Buffer[];
      const [state, detail] = reply.map(String) as [FetchClaim['state'], string];
      if (state === 'taken') return { state, holder: detail };
      return state === 'failed' ? { state, failure: detail } : { state };
    },
    async release(key, holder, failure) {
      await run(RELEASE_SCRIPT, key, holder, failure ?? '', FAILURE_NOTE_MS);
    },
    close: async () => scripts.close(),
  };
}

/** `bytes` where the script gives them. */
type Found = readonly [meta: Buffer, at: Buffer, bytes?: Buffer];

function metaOf([meta, at]: Found): SnapshotMeta {
  return { ...(JSON.parse(meta.toString()) as SnapshotMeta), fetchedAtMs: Number(at) };
}
