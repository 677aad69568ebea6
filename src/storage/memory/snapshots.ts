import { LRUCache } from 'lru-cache';
import { OVERHEAD_BYTES } from '../packed-bytes.ts';
import type { Snapshot, SnapshotStore } from '../ports.ts';
import { MemoryFetchClaims } from './fetch-claims.ts';

/** Snapshots in this process, uncompressed; `maxBytes` bounds their sum, `now` is the wall clock in milliseconds. */
export function openMemorySnapshots(options: {
  readonly maxBytes: number;
  readonly now?: () => number;
}): SnapshotStore {
  const claims = new MemoryFetchClaims(options.now ?? Date.now);
  const pages = new LRUCache<string, Snapshot>({
    maxSize: options.maxBytes,
    sizeCalculation: (snapshot) => snapshot.bytes.byteLength + OVERHEAD_BYTES,
  });
  return {
    get: async (key) => pages.get(key) ?? null,
    put: async (key, snapshot) => {
      pages.set(key, snapshot);
      return pages.has(key);
    },
    touch: async (key, fetchedAtMs) => {
      const page = pages.get(key);
      if (page) pages.set(key, { ...page, meta: { ...page.meta, fetchedAtMs } });
    },
    delete: async (key) => {
      pages.delete(key);
    },
    claim: (key, holder, ttlMs, followed) => claims.claim(key, holder, ttlMs, followed),
    release: (key, holder, failure) => claims.release(key, holder, failure),
    close: async () => pages.clear(),
  };
}
