import type { ServiceError } from '../../contract/failure.ts';
import type { Patience } from '../../rendering/renderer.ts';
import { type Landed, singleFlight } from './single-flight.ts';
import { isOfCaller, type Landing } from './snapshot-fetch.ts';

/** Who waits for a page. */
export interface Waiter extends Patience {
  readonly keyId: string;
}

/** A caller as it joins a fetch. */
interface Joining {
  readonly waiter: Waiter;
  readonly signal: AbortSignal;
  readonly start: (fetch: {
    readonly signal: AbortSignal;
    readonly patience: () => Patience;
  }) => Promise<Landed<Landing>>;
  /** Whether the page of a fetch that is over will do. */
  readonly accepts: (landing: Landing) => boolean;
}

/**
 * Fetches that callers share. What one of them cannot have is his alone: a page that was cut short for earlier deadlines than
 * his is fetched anew, and so is one that was refused to the key which led the fetch for what that key has in work.
 */
export function sharedFlights() {
  const join = singleFlight<Landing, Waiter>();
  return async (key: string, { waiter, signal, start, accepts }: Joining) => {
    for (;;) {
      try {
        const flown = await join(key, {
          waiter,
          signal,
          accepts: (landing) => landing.kept.page.cutFor === undefined && accepts(landing),
          start: async (flight) => {
            try {
              return await start({
                signal: flight.signal,
                patience: () => patienceOf(flight.waiters, waiter),
              });
            } catch (error) {
              throw isOfCaller(error) ? new RefusedLead(waiter.keyId, error) : error;
            }
          },
        });
        if (waiter.endsAt <= (flown.value.kept.page.cutFor ?? Number.POSITIVE_INFINITY)) return flown;
      } catch (error) {
        if (!(error instanceof RefusedLead)) throw error;
        if (error.keyId === waiter.keyId) throw error.refusal;
      }
    }
  };
}

/** The longest time of those who wait, which is their own where it is of all. */
function patienceOf(waiters: ReadonlySet<Waiter>, first: Waiter): Patience {
  let [endsAt, isOwn] = [Number.NEGATIVE_INFINITY, true];
  for (const waiter of waiters) {
    endsAt = Math.max(endsAt, waiter.endsAt);
    isOwn &&= waiter.isOwn;
  }
  return waiters.size === 0 ? first : { endsAt, isOwn };
}

/** The refusal of whoever led a fetch. */
class RefusedLead extends Error {
  constructor(
    readonly keyId: string,
    readonly refusal: ServiceError,
  ) {
    super(refusal.message);
  }
}
