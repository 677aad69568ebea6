import { fail } from '../../contract/failure.ts';
import { orAborted } from '../../fetching/deadline.ts';

/** What a flight brought; newcomers may still join it until `settled`. */
export interface Landed<T> {
  readonly value: T;
  readonly settled: Promise<unknown>;
}

/** Work that callers wait for, as it sees them. */
interface FlightOf<Waiter> {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Who waits now. */
  readonly waiters: ReadonlySet<Waiter>;
}

interface Flight<T, Waiter> {
  readonly controller: AbortController;
  result: Promise<T>;
  landed?: T;
  readonly waiters: Set<Waiter>;
}

/**
 * Work of this process that several callers wait for, by key. Each caller waits under its own signal; the work is
 * cancelled when the last of them has gone, and its failure is everybody's who waited.
 */
export function singleFlight<T, Waiter extends object>() {
  const flights = new Map<string, Flight<T, Waiter>>();
  const remove = (key: string, flight: Flight<T, Waiter>): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const launch = (
    key: string,
    first: Waiter,
    start: (flight: FlightOf<Waiter>) => Promise<Landed<T>>,
  ): Flight<T, Waiter> => {
    const controller = new AbortController();
    const waiters = new Set([first]);
    const flight: Flight<T, Waiter> = { controller, waiters, result: undefined as never };
    const end = () => remove(key, flight);
    flight.result = start({ signal: controller.signal, waiters }).then(
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
    // A flight that everybody has left fails unheard.
    flight.result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };
  /**
   * Joins the flight of a key, or starts one. A flight that has landed is joined only when the caller accepts what
   * it brought. Rejects with the failure of the flight, or the reason of `signal`.
   */
  return async (
    key: string,
    caller: {
      readonly start: (flight: FlightOf<Waiter>) => Promise<Landed<T>>;
      readonly accepts: (value: T) => boolean;
      readonly signal: AbortSignal;
      /** What the work sees of the caller. */
      readonly waiter: Waiter;
    },
  ): Promise<{ readonly value: T; readonly collapsed: boolean }> => {
    caller.signal.throwIfAborted();
    const found = flights.get(key);
    const joins = found !== undefined && (found.landed === undefined || caller.accepts(found.landed));
    const flight = joins ? found : launch(key, caller.waiter, caller.start);
    flight.waiters.add(caller.waiter);
    try {
      return { value: await orAborted(flight.result, caller.signal), collapsed: joins };
    } finally {
      flight.waiters.delete(caller.waiter);
      if (flight.waiters.size === 0 && flight.landed === undefined) {
        remove(key, flight);
        flight.controller.abort(fail('fetch_timeout', 'Retry later: nobody waited for the page any more.'));
      }
    }
  };
}
