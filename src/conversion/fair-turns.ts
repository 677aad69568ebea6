import { fail, ServiceError } from '../contract/failure.ts';
import type { CallerId } from './caller-accounts.ts';

export interface FairTurnsSettings {
  /** Turns at a time. */
  readonly size: number;
  /** CPU that a caller used lately, in milliseconds: the one with the least is next. */
  readonly usedMs: (caller: CallerId) => number;
  /** Milliseconds that an expected one takes now; default: one. */
  readonly msPerExpectedMs?: () => number;
  /** Longest wait; default: none but the signal's. */
  readonly maxWaitMs?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/** One turn more than the size, for a caller that has none: what others have begun cannot be interrupted. */
export const SPARE_TURNS = 1;

interface Turn {
  readonly startedAt: number;
  readonly expectedMs: number;
}

interface Waiting {
  readonly expectedMs: number;
  readonly start: (end: () => void) => void;
}

/** What one caller has begun, and what of it waits, first come, first served. */
interface Lane {
  readonly caller: CallerId;
  readonly turns: Set<Turn>;
  readonly queue: Set<Waiting>;
}

/**
 * Shares turns out among callers, at something of which there are few (worker threads, browsers): the next one is that of the caller that used the least lately, its turns under way
 * counted as what they are expected to use. A caller alone may have all `size` turns; one more is for who has none.
 */
export function createFairTurns(settings: FairTurnsSettings) {
  const { size, usedMs, msPerExpectedMs = () => 1, clock = () => performance.now() } = settings;
  const lanes = new Map<CallerId, Lane>();
  let running = 0;
  let waiting = 0;

  const laneOf = (caller: CallerId): Lane => {
    const lane = lanes.get(caller) ?? { caller, turns: new Set(), queue: new Set() };
    lanes.set(caller, lane);
    return lane;
  };
  const turnsFor = (lane: Lane | undefined): number => (lane?.turns.size ? size : size + SPARE_TURNS);
  const mayStart = (lane: Lane | undefined): boolean => running < turnsFor(lane);
  /** What the caller used, and will have used when its turns under way end. */
  const loadMs = (caller: CallerId, lane: Lane | undefined): number => {
    let load = usedMs(caller);
    for (const { startedAt, expectedMs } of lane?.turns ?? [])
      load += Math.max(expectedMs, clock() - startedAt);
    return load;
  };
  const start = (lane: Lane, expectedMs: number): (() => void) => {
    const turn = { startedAt: clock(), expectedMs };
    lane.turns.add(turn);
    running++;
    return () => {
      if (!lane.turns.delete(turn)) return;
      running--;
      startNext();
      if (lane.turns.size === 0 && lane.queue.size === 0) lanes.delete(lane.caller);
    };
  };
  const startNext = (): void => {
    let next: Lane | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const lane of lanes.values()) {
      if (lane.queue.size === 0 || !mayStart(lane)) continue;
      const load = loadMs(lane.caller, lane);
      if (load >= least) continue;
      next = lane;
      least = load;
    }
    const [first] = next?.queue ?? [];
    if (next === undefined || first === undefined) return;
    first.start(start(next, first.expectedMs));
    startNext();
  };
  const queueUp = (lane: Lane, expectedMs: number, signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = () => {
        if (!lane.queue.delete(entry)) return;
        waiting--;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        expectedMs,
        start(end) {
          leave();
          resolve(end);
        },
      };
      const giveUp = (error: unknown) => {
        leave();
        if (lane.turns.size === 0 && lane.queue.size === 0) lanes.delete(lane.caller);
        reject(error);
      };
      const onAbort = () => giveUp(signal.reason);
      const maxWaitMs = settings.maxWaitMs?.() ?? Number.POSITIVE_INFINITY;
      const timer =
        maxWaitMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => giveUp(new ServiceError(busy(maxWaitMs))), maxWaitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      lane.queue.add(entry);
      waiting++;
    });

  return {
    /**
     * Resolves when it is the caller's turn, to what ends the turn (idempotent). `expectedMs`: how long it will be where nothing
     * else is at work. Throws `busy` after the longest wait, or the reason of `signal`.
     */
    async take(caller: CallerId, expectedMs: number, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      const lane = laneOf(caller);
      return mayStart(lane) ? start(lane, expectedMs) : queueUp(lane, expectedMs, signal);
    },
    /** Milliseconds that a call of the caller would wait behind what waits now and `ownMs` more of its own; 0: none. */
    waitMs(caller: CallerId, ownMs = 0): number {
      const lane = lanes.get(caller);
      if (mayStart(lane)) return 0;
      const own = queuedMs(lane) + ownMs;
      const level = loadMs(caller, lane) + own;
      let ahead = own;
      for (const other of lanes.values()) {
        if (other === lane || other.queue.size === 0) continue;
        ahead += Math.min(queuedMs(other), Math.max(0, level - loadMs(other.caller, other)));
      }
      const pace = msPerExpectedMs();
      const left = [...lanes.values()].flatMap(({ turns }) =>
        [...turns].map(({ startedAt, expectedMs }) => leftMs(clock() - startedAt, pace * expectedMs)),
      );
      // Turns above those that the caller may share in free none for it.
      return filledAfter(left.sort((a, b) => a - b).slice(running - turnsFor(lane)), pace * ahead);
    },
    /** Calls that wait. */
    get waiting(): number {
      return waiting;
    },
  };
}

function queuedMs(lane: Lane | undefined): number {
  let sum = 0;
  for (const { expectedMs } of lane?.queue ?? []) sum += expectedMs;
  return sum;
}

/** What is left of a turn. One that lasts longer than expected is expected to last as long again. */
function leftMs(sinceMs: number, expectedMs: number): number {
  return sinceMs < expectedMs ? expectedMs - sinceMs : sinceMs;
}

/** When places that come free at the times `freeAt`, in ascending order, have done `workMs` together. */
function filledAfter(freeAt: readonly number[], workMs: number): number {
  let sum = workMs;
  for (const [i, at] of freeAt.entries()) {
    sum += at;
    const end = sum / (i + 1);
    if (i + 1 === freeAt.length || end <= freeAt[i + 1]!) return end;
  }
  return 0;
}

/** What a call is told that would wait so long. */
export function busy(waitMs: number) {
  return fail('busy', 'Retry after the time in Retry-After: the server is busy.', {
    retryAfterMs: Math.max(1000, Math.ceil(waitMs)),
  }).failure;
}
