import { OVERHEAD_BYTES } from '../packed-bytes.ts';
import type { KeptResult, ResultStore } from '../result-store.ts';
import { openCacheScripts } from './cache-scripts.ts';
import { GET_SCRIPT, PUT_SCRIPT } from './snapshot-scripts.ts';

/** A page is converted in less. */
const COMMAND_TIMEOUT_MS = 250;
const USE_STEP_MS = 60_000;

/**
 * Opens results on a Redis or Valkey server, shared by all replicas, in an index of the form of the snapshots'. They are not
 * compressed: time is what they are kept for. `keepMs`: no result is served for longer.
 */
export async function openRedisResults(options: {
  readonly url: string;
  readonly maxBytes: number;
  readonly keepMs: number;
  /** Longest wait for an answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Replaces the server's clock in tests. */
  readonly now?: () => number;
}): Promise<ResultStore> {
  const { url, maxBytes, keepMs, timeoutMs = COMMAND_TIMEOUT_MS, now } = options;
  const scripts = await openCacheScripts({
    url,
    prefix: 'pagemark:{results}',
    timeoutMs,
    now,
  });
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
