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

/** Runs `work`, and `done` when the store has taken it, now or with a later beat. */
type Finish = <Ended>(work: () => Promise<Ended>, done?: () => void) => Promise<Ended>;

interface Lease {
  readonly id: string;
  open: number;
}

/**
 * This process's sign of life in the store, under which it holds credits and AI calls. While it runs it also
 * releases what dead processes held. After a lost answer it goes on under a new lease, and the old one is ended as
 * soon as nothing known is held under it: what the store took without telling is released by that.
 */
export type ProcessLease = ReturnType<typeof createProcessLease>;

/** `now`: wall clock in milliseconds. */
export function createProcessLease(leases: LeaseStore, now: () => number) {
  const retired = new Set<Lease>();
  const late = new Set<() => Promise<unknown>>();
  let current: Lease = { id: randomUUID(), open: 0 };
  let isSuspect = false;
  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> | null = null;
  const finish: Finish = (work, done) => {
    const result = work();
    result.then(done, () => late.add(() => work().then(done)));
    return result;
  };
  const replace = async (): Promise<void> => {
    const next: Lease = { id: randomUUID(), open: 0 };
    await leases.renew(next.id, LEASE_TTL_MS);
    retired.add(current);
    current = next;
    isSuspect = false;
  };
  /** Ends what it can, in whichever store that is, then does the rest; throws the first fault of the ends. */
  const endLate = async (rest: () => Promise<void>): Promise<void> => {
    const ends = await Promise.allSettled(
      [...late].map(async (work) => {
        await work();
        late.delete(work);
      }),
    );
    await rest();
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  };
  const tidy = (): Promise<void> =>
    endLate(async () => {
      for (const lease of retired) {
        if (lease.open > 0) continue;
        await leases.end(lease.id, now());
        retired.delete(lease);
      }
      await leases.reap(now());
    });
  /** Renews in time, whatever is still being ended: that is done by one beat at a time, or each would begin what another waits for. */
  const beat = async (): Promise<void> => {
    await leases.renew(current.id, LEASE_TTL_MS);
    for (const lease of retired) await leases.renew(lease.id, LEASE_TTL_MS);
    if (isSuspect) await replace();
    tidying ??= tidy().finally(() => {
      tidying = null;
    });
    await tidying;
  };
  return {
    /**
     * Takes the lease and keeps it until `end`. `onFault` hears of a store that is away, also at the
     * start; the beat goes on.
     */
    async start(onFault: (cause: unknown) => void): Promise<void> {
      await beat().catch(onFault);
      timer = setInterval(() => void beat().catch(onFault), RENEW_MS).unref();
    },
    /**
     * Holds what `work` puts into the store under the lease of that id; null when it put nothing there. When its answer is lost,
     * the lease will be given up, which releases what may be held.
     */
    async hold<T>(work: (leaseId: string) => Promise<T | null>): Promise<Held<T> | null> {
      const lease = current;
      lease.open++;
      const leave = () => {
        lease.open--;
      };
      const held = await work(lease.id).catch((cause: unknown) => {
        leave();
        isSuspect ||= lease === current;
        throw cause;
      });
      if (held === null) {
        leave();
        return null;
      }
      return { held, end: (work) => finish(work, leave) };
    },
    /** As `end` of what is held, for what no lease gives back. */
    finish,
    /** Gives up the lease and what is still held under it. */
    async end(): Promise<void> {
      clearInterval(timer);
      await tidying?.catch(() => undefined);
      await endLate(async () => {
        for (const { id } of [...retired, current]) await leases.end(id, now());
      });
    },
  };
}
