import { fail, type ServiceError } from '../contract/failure.ts';

/** A request that would wait longer than this for a worker is refused at the door. */
export const MAX_WAIT_MS = 1000;
/** Bytes of pages held in memory at a time, over all requests. */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** Weight of the newest conversion in the running mean. */
const MEAN_WEIGHT = 0.1;
const FIRST_GUESS_MS = 10;

/** A place among the requests in flight. `leave` is idempotent. */
export interface Place {
  /** Counts page bytes as held; refuses with `busy` when the bound would break. */
  hold(bytes: number): void;
  leave(): void;
}

export interface OverloadGuard {
  /** Takes a place, or throws `busy` with the time after which there will be one. Synchronous: a refusal is instant. */
  enter(): Place;
  /** Feeds the estimate with the milliseconds a worker spent on a page. */
  spent(ms: number): void;
  readonly inFlight: number;
  readonly heldBytes: number;
  /** Milliseconds a request that enters now would wait for a worker. */
  readonly expectedWaitMs: number;
}

/** Admission control in front of the queue: bounded places, bounded bytes, bounded wait. */
export function createOverloadGuard(settings: {
  readonly workers: number;
  readonly queueMax: number;
  readonly maxHeldBytes?: number;
}): OverloadGuard {
  const maxHeldBytes = settings.maxHeldBytes ?? MAX_HELD_BYTES;
  let inFlight = 0;
  let heldBytes = 0;
  let meanMs = FIRST_GUESS_MS;
  const expectedWaitMs = () => (Math.max(0, inFlight - settings.workers + 1) * meanMs) / settings.workers;
  return {
    get inFlight() {
      return inFlight;
    },
    get heldBytes() {
      return heldBytes;
    },
    get expectedWaitMs() {
      return expectedWaitMs();
    },
    spent(ms) {
      meanMs += MEAN_WEIGHT * (ms - meanMs);
    },
    enter() {
      const waitMs = expectedWaitMs();
      if (inFlight >= settings.queueMax || heldBytes >= maxHeldBytes || waitMs > MAX_WAIT_MS)
        throw busy(waitMs);
      inFlight++;
      let held = 0;
      let left = false;
      return {
        hold(bytes) {
          if (heldBytes + bytes > maxHeldBytes && heldBytes > held) throw busy(expectedWaitMs());
          held += bytes;
          heldBytes += bytes;
        },
        leave() {
          if (left) return;
          left = true;
          inFlight--;
          heldBytes -= held;
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
