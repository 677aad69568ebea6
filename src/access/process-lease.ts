import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '../storage/ports.ts';

/** How long a process counts as alive after its last sign of life. */
const LEASE_TTL_MS = 15_000;
const RENEW_MS = 4000;

/** What a process holds in the store under its lease. `end` must be called, once. */
export interface Held<T> {
  readonly held: T;
  /**
   * Ends what is held by `work`. When the store does not take it now, it is tried again with every beat, and the
   * failure is thrown all the same.
   */
  end<Ended>(work: () => Promise<Ended>): Promise<Ended>;
}

interface Lease {
  readonly id: string;
  open: number;
}

/**
 * This process's sign of life in the store, under which it holds credits and AI calls. While it runs it also
 * releases what dead processes held. After a lost answer it goes on under a new lease, and the old one is ended as
 * soon as nothing known is held under it: what the store took without telling is released by that.
 */
export class ProcessLease {
  readonly #leases: LeaseStore;
  readonly #now: () => number;
  readonly #ttlMs: number;
  readonly #retired = new Set<Lease>();
  readonly #late = new Set<() => Promise<unknown>>();
  #current: Lease = { id: randomUUID(), open: 0 };
  #isSuspect = false;
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

  /**
   * Holds what `work` puts into the store under the lease of that id; null when it put nothing there. When its answer is lost, the
   * lease will be given up, which releases what may be held.
   */
  async hold<T>(work: (leaseId: string) => Promise<T | null>): Promise<Held<T> | null> {
    const lease = this.#current;
    lease.open++;
    const leave = () => {
      lease.open--;
    };
    const held = await work(lease.id).catch((cause: unknown) => {
      leave();
      this.#isSuspect ||= lease === this.#current;
      throw cause;
    });
    if (held === null) {
      leave();
      return null;
    }
    const endLate = async (end: () => Promise<unknown>) => {
      await end();
      leave();
    };
    return {
      held,
      end: async (end) => {
        const result = end();
        result.then(leave, () => this.#late.add(() => endLate(end)));
        return result;
      },
    };
  }

  /** Gives up the lease and what is still held under it. */
  async end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#endLate();
    for (const { id } of [...this.#retired, this.#current]) await this.#leases.end(id, this.#now());
  }

  async #beat(): Promise<void> {
    await this.#leases.renew(this.#current.id, this.#ttlMs);
    for (const lease of this.#retired) await this.#leases.renew(lease.id, this.#ttlMs);
    if (this.#isSuspect) await this.#replace();
    await this.#endLate();
    for (const lease of this.#retired) {
      if (lease.open > 0) continue;
      await this.#leases.end(lease.id, this.#now());
      this.#retired.delete(lease);
    }
    await this.#leases.reap(this.#now());
  }

  async #replace(): Promise<void> {
    const next: Lease = { id: randomUUID(), open: 0 };
    await this.#leases.renew(next.id, this.#ttlMs);
    this.#retired.add(this.#current);
    this.#current = next;
    this.#isSuspect = false;
  }

  async #endLate(): Promise<void> {
    for (const work of this.#late) {
      await work();
      this.#late.delete(work);
    }
  }
}
