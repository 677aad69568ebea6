import { LRUCache } from 'lru-cache';
import { OVERHEAD_BYTES } from './packed-bytes.ts';
import type { KeptResult, ResultStore } from './result-store.ts';

/** Results in this process; `maxBytes` bounds their sum. */
export function openMemoryResults({ maxBytes }: { readonly maxBytes: number }): ResultStore {
  const results = new LRUCache<string, KeptResult>({
    maxSize: maxBytes,
    sizeCalculation: ({ meta, bytes }) => 2 * meta.length + bytes.buffer.byteLength + OVERHEAD_BYTES,
  });
  return {
    get: async (key) => results.get(key) ?? null,
    put: async (key, result) => void results.set(key, result),
    close: async () => results.clear(),
  };
}
