import { OVERHEAD_BYTES } from '../packed-bytes.ts';
import type { KeptResult, ResultStore } from '../result-store.ts';
import { openCacheScripts, type RedisCacheOptions, USE_STEP_MS } from './cache-scripts.ts';
import { GET_SCRIPT, PUT_SCRIPT } from './snapshot-scripts.ts';

/** A page is converted in less. */
const COMMAND_TIMEOUT_MS = 250;

/**
 * Opens results in an index of the form of the snapshots'. They are not compressed: time is what they are kept for. `keepMs`: no
 * result is served for longer.
 */
export async function openRedisResults(options: RedisCacheOptions): Promise<ResultStore> {
  const { maxBytes, keepMs } = options;
  const scripts = await openCacheScripts(options, 'pagemark:{results}', COMMAND_TIMEOUT_MS);
  return {
    async get(key) {
      const found = (await scripts.run(GET_SCRIPT, key, keepMs, USE_STEP_MS)) as Found | null;
      if (found === null) return null;
      const [meta, untilMs, bytes] = found;
      return { meta: meta.toString(), bytes: bytes as KeptResult['bytes'], untilMs: Number(untilMs) };
    },
    async put(key, { meta, bytes, untilMs }) {
      const size = Buffer.byteLength(meta) + bytes.byteLength + OVERHEAD_BYTES;
      if (size <= maxBytes)
        await scripts.run(PUT_SCRIPT, key, keepMs, key, meta, untilMs, bytes, size, maxBytes);
    },
    close: async () => scripts.close(),
  };
}

type Found = readonly [meta: Buffer, untilMs: Buffer, bytes: Buffer];
