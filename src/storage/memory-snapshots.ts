import { LRUCache } from 'lru-cache';
import { OVERHEAD_BYTES } from './packed-bytes.ts';
import { FAILURE_NOTE_MS, type Snapshot, type SnapshotStore } from './snapshot-store.ts';

/** Snapshots in this process, uncompressed; `maxBytes` bounds their sum, `now` is the wall clock in milliseconds. */
export function openMemorySnapshots({
  maxBytes,
  now = Date.now,
}: {
  readonly maxBytes: number;
  readonly now?: () => number;
}): SnapshotStore {
  const claims = new Map<string, { holder: string; untilMs: number; failure: string | null }>();
  const pages = new LRUCache<string, Snapshot>({
    maxSize: maxBytes,
    sizeCalculation: (snapshot) => snapshot.bytes.byteLength + OVERHEAD_BYTES,
  });
  return {
    find: async (key) => pages.get(key)?.meta ?? null,
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
    async claim(key, holder, ttlMs, followed) {
      const held = claims.get(key);
      if (held !== undefined && held.untilMs > now()) {
        if (held.failure === null && held.holder !== holder) return { state: 'taken', holder: held.holder };
        if (held.failure !== null && held.holder === followed)
          return { state: 'failed', failure: held.failure };
      }
      claims.set(key, { holder, untilMs: now() + ttlMs, failure: null });
      return { state: 'mine' };
    },
    async release(key, holder, failure) {
      if (claims.get(key)?.holder !== holder) return;
      claims.delete(key);
      if (failure === null) return;
      claims.set(key, { holder, untilMs: now() + FAILURE_NOTE_MS, failure });
      // Notes are few and short; those that ran out go when the next one is written, oldest first.
      for (const [old, { untilMs }] of claims) if (untilMs <= now()) claims.delete(old);
    },
    close: async () => pages.clear(),
  };
}
