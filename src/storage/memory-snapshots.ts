import { LRUCache } from 'lru-cache';
import { OVERHEAD_BYTES } from './packed-bytes.ts';
import { FAILURE_NOTE_MS, type FetchClaim, type Snapshot, type SnapshotStore } from './snapshot-store.ts';

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
    claim: (key, holder, ttlMs, followed) => claims.claim(key, holder, ttlMs, followed),
    release: (key, holder, failure) => claims.release(key, holder, failure),
    close: async () => pages.clear(),
  };
}

/** Claims of one process, where calls cannot interleave. */
class MemoryFetchClaims {
  readonly #claims = new Map<string, { holder: string; untilMs: number; failure: string | null }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async claim(key: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim> {
    const nowMs = this.#now();
    const held = this.#claims.get(key);
    if (held !== undefined && held.untilMs > nowMs) {
      if (held.failure === null && held.holder !== holder) return { state: 'taken', holder: held.holder };
      if (held.failure !== null && held.holder === followed) {
        return { state: 'failed', failure: held.failure };
      }
    }
    this.#claims.set(key, { holder, untilMs: nowMs + ttlMs, failure: null });
    return { state: 'mine' };
  }

  async release(key: string, holder: string, failure: string | null): Promise<void> {
    if (this.#claims.get(key)?.holder !== holder) return;
    this.#claims.delete(key);
    if (failure === null) return;
    const untilMs = this.#now() + FAILURE_NOTE_MS;
    this.#claims.set(key, { holder, untilMs, failure });
    // Notes are few and short; those that ran out go when the next one is written, oldest first.
    for (const [old, { untilMs: endMs }] of this.#claims) if (endMs <= this.#now()) this.#claims.delete(old);
  }
}
