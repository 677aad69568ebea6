import { fail } from '../../contract/failure.ts';
import { orAborted } from '../../fetching/deadline.ts';
import type { Patience } from '../../rendering/renderer.ts';
import { type Fetching, isOfCaller, type Landed, type Landing } from './snapshot-fetch.ts';

/** Who waits for a page. */
export interface Waiter extends Patience {
  readonly keyId: string;
}

/** A caller as it joins a fetch. */
interface Joining {
  readonly waiter: Waiter;
  readonly signal: AbortSignal;
  readonly start: (fetching: Fetching) => Promise<Landed>;
  /** Whether the page of a fetch that is over will do. */
  readonly accepts: (landing: Landing) => boolean;
}

interface Flight {
  readonly controller: AbortController;
  readonly leader: Waiter;
  /** Who waits now. */
  readonly waiters: Set<Waiter>;
  readonly result: Promise<Landing>;
  landed?: Landing;
}

/**
 * Fetches of this process that callers share, by key. Each caller waits under its own signal; a fetch is cancelled when the last of
 * them has gone, and its failure is everybody's who waited. What one of them cannot have is his alone: a page that was cut short for
 * earlier deadlines than his is fetched anew, and so is one that was refused to the key which led the fetch for what that key has in
 * work.
 */
export function sharedFlights() {
  const flights = new Map<string, Flight>();
  const remove = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const launch = (key: string, { waiter, start }: Joining): Flight => {
    const controller = new AbortController();
    const waiters = new Set([waiter]);
    const end = () => remove(key, flight);
    const fetched = start({ signal: controller.signal, patience: () => patienceOf(waiters, waiter) });
    const result = fetched.then(
      ({ value, settled }) => {
        flight.landed = value;
        settled.then(end, end);
        return value;
      },
      (error) => {
        end();
        throw error;
      },
    );
    const flight: Flight = { controller, leader: waiter, waiters, result };
    // A flight that everybody has left fails unheard.
    result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };
  /**
   * Joins the fetch of a key, or starts one; one that is over is joined until it has settled, where its page will do. Rejects with
   * the failure of the fetch, or the reason of the caller's signal.
   */
  return async (
    key: string,
    joining: Joining,
  ): Promise<{ readonly value: Landing; readonly collapsed: boolean }> => {
    const { waiter, signal, accepts } = joining;
    const joins = ({ landed }: Flight): boolean =>
      landed === undefined || (landed.kept.page.cutFor === undefined && accepts(landed));
    for (;;) {
      signal.throwIfAborted();
      const found = flights.get(key);
      const collapsed = found !== undefined && joins(found);
      const flight = collapsed ? found : launch(key, joining);
      flight.waiters.add(waiter);
      try {
        const value = await orAborted(flight.result, signal);
        if (waiter.endsAt <= (value.kept.page.cutFor ?? Number.POSITIVE_INFINITY))
          return { value, collapsed };
      } catch (error) {
        if (!isOfCaller(error) || flight.leader.keyId === waiter.keyId) throw error;
      } finally {
        flight.waiters.delete(waiter);
        if (flight.waiters.size === 0 && flight.landed === undefined) {
          remove(key, flight);
          flight.controller.abort(fail('fetch_timeout', 'Retry later: nobody waited for the page any more.'));
        }
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
