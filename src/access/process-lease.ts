import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '../storage/ports.ts';

/** How long a process counts as alive after its last sign of life. */
const LEASE_TTL_MS = 15_000;
const RENEW_MS = 4000;

/** A place under the lease for one thing held in the store. Exactly one of its ends must be called. */
export interface LeaseHold {
  /** The lease to name in the store. */
  readonly leaseId: string;
  /**
   * Ends what is held by `work`. When the store does not take it now, it is tried again with every beat, and the
   * failure is thrown all the same.
   */
  end<T>(work: () => Promise<T>): Promise<T>;
  /** Nothing is held after all. */
  nothing(): void;
  /** Whether something is held is not known, because an answer was lost: the lease will be given up to release it. */
  unknown(): void;
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

  /** A place for one more hold. */
  take(): LeaseHold {
    const lease = this.#current;
    lease.open++;
    const leave = () => {
      lease.open--;
    };
    return {
      leaseId: lease.id,
      nothing: leave,
      unknown: () => {
        leave();
        this.#isSuspect ||= lease === this.#current;
      },
      end: async (work) => {
        const result = work();
        result.then(leave, () =>
          this.#late.add(async () => {
            await work();
            leave();
          }),
        );
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
