import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '../storage/ports.ts';

/** How long a process counts as alive after its last sign of life. */
const LEASE_TTL_MS = 15_000;
const RENEW_MS = 4000;

/**
 * This process's sign of life in the store, under which it holds credits and AI calls. While it runs it also
 * releases what dead processes held.
 */
export class ProcessLease {
  readonly id = randomUUID();
  readonly #leases: LeaseStore;
  readonly #now: () => number;
  readonly #ttlMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** `now`: wall clock in milliseconds. */
  constructor(leases: LeaseStore, now: () => number, ttlMs: number = LEASE_TTL_MS) {
    this.#leases = leases;
    this.#now = now;
    this.#ttlMs = ttlMs;
  }

  /**
   * Takes the lease and keeps it until `end`. `onFault` hears of a store that is away, also at the
   * start; the beat goes on.
   */
  async start(onFault: (cause: unknown) => void): Promise<void> {
    await this.#beat().catch(onFault);
    this.#timer = setInterval(() => void this.#beat().catch(onFault), Math.min(RENEW_MS, this.#ttlMs / 3));
    this.#timer.unref();
  }

  /** Gives up the lease and what is still held under it. */
  async end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#leases.end(this.id, this.#now());
  }

  async #beat(): Promise<void> {
    await this.#leases.renew(this.id, this.#ttlMs);
    await this.#leases.reap(this.#now());
  }
}
