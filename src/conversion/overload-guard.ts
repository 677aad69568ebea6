import { fail, type ServiceError } from '../contract/failure.ts';

/** A page that would wait longer than this for a worker is refused. */
export const MAX_WAIT_MS = 1000;
/** Bytes of pages held in memory at a time, over all requests. */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** What a page costs whatever its size. */
const BASE_MS = 2;
/** Milliseconds per KiB before the first measurement. */
const FIRST_GUESS_MS_PER_KIB = 0.3;
/** Weight of the newest conversion in the running mean. */
const MEAN_WEIGHT = 0.1;
/** Smaller pages say little about the cost of a byte. */
const MEASURED_FROM_BYTES = 4096;

/** A place among the requests in flight. */
export interface Place {
  /**
   * The page is here and waits for a worker: counts its bytes, in place of those of an earlier page of the request;
   * throws `busy` when it would wait or hold too much.
   */
  queue(bytes: number): void;
  /** The page is converted; `workerMs`: what it cost a worker, undefined when it was not measured. */
  converted(workerMs: number | undefined): void;
  /** Gives the place back, whatever was reached. Idempotent. */
  leave(): void;
}

export interface OverloadGuard {
  /** Throws `busy` when a request that enters now would be refused. */
  check(): void;
  /** Takes a place, or throws `busy` with the time after which there will be one. Synchronous: a refusal is instant. */
  enter(): Place;
  readonly inFlight: number;
  readonly heldBytes: number;
  /** Milliseconds a page that is queued now would wait for a worker. */
  readonly expectedWaitMs: number;
}

/**
 * Admission control in front of the workers: bounded places, bounded bytes, bounded wait. The wait is estimated from
 * the bytes that are queued and what a byte has cost lately, so that a few big pages count as what they are.
 */
export function createOverloadGuard(settings: {
  readonly workers: number;
  readonly queueMax: number;
  readonly maxHeldBytes?: number;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}): OverloadGuard {
  const clock = settings.clock ?? (() => performance.now());
  /** When each page was queued, oldest first: the first ones are at the workers. */
  const queuedAt = new Map<symbol, number>();
  const waitedMs = () => {
    let ahead = settings.workers;
    for (const at of queuedAt.values()) if (ahead-- === 0) return clock() - at;
    return 0;
  };
  const maxHeldBytes = settings.maxHeldBytes ?? MAX_HELD_BYTES;
  const now = { inFlight: 0, heldBytes: 0, queuedBytes: 0, msPerKib: FIRST_GUESS_MS_PER_KIB };
  const costMs = (pages: number, bytes: number) => pages * BASE_MS + (bytes / 1024) * now.msPerKib;
  // A page that costs more than its size says holds up those behind it: what they have waited is then the better guess.
  const waitMs = () => Math.max(waitedMs(), costMs(queuedAt.size, now.queuedBytes) / settings.workers);
  const check = () => {
    const wait = waitMs();
    if (now.inFlight >= settings.queueMax || now.heldBytes >= maxHeldBytes || wait > MAX_WAIT_MS)
      throw busy(wait);
  };
  return {
    check,
    get inFlight() {
      return now.inFlight;
    },
    get heldBytes() {
      return now.heldBytes;
    },
    get expectedWaitMs() {
      return waitMs();
    },
    enter() {
      check();
      now.inFlight++;
      let held = 0;
      let left = false;
      const page = Symbol();
      const unqueue = () => {
        if (queuedAt.delete(page)) now.queuedBytes -= held;
      };
      return {
        queue(bytes) {
          const wait = waitMs();
          now.heldBytes -= held;
          held = 0;
          if (wait > MAX_WAIT_MS || (now.heldBytes > 0 && now.heldBytes + bytes > maxHeldBytes))
            throw busy(wait);
          held = bytes;
          queuedAt.set(page, clock());
          now.heldBytes += bytes;
          now.queuedBytes += bytes;
        },
        converted(workerMs) {
          unqueue();
          if (workerMs === undefined || held < MEASURED_FROM_BYTES) return;
          const measured = Math.max(0, workerMs - BASE_MS) / (held / 1024);
          now.msPerKib += MEAN_WEIGHT * (measured - now.msPerKib);
        },
        leave() {
          if (left) return;
          left = true;
          unqueue();
          now.inFlight--;
          now.heldBytes -= held;
        },
      };
    },
  };
}

function busy(waitMs: number): ServiceError {
  return fail('busy', 'Retry after the time in Retry-After: the server is busy.', {
    retryAfterMs: Math.max(1000, Math.ceil(waitMs)),
  });
}
