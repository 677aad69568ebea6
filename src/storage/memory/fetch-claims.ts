import { FAILURE_NOTE_MS, type FetchClaim } from '../ports.ts';

/** Claims of one process, where calls cannot interleave. */
export class MemoryFetchClaims {
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
