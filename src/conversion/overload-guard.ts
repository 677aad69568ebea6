import { type Failure, ServiceError } from '../contract/failure.ts';
import { createWorkEstimate } from './work-estimate.ts';

/** A request whose page would wait longer than this for a worker is refused. */
export const MAX_WAIT_MS = 1000;
/** One whose page is here already is kept a little longer: what it took to get it is spent. */
export const MAX_ARRIVED_WAIT_MS = 1.25 * MAX_WAIT_MS;
/** Bytes of pages held in memory at a time, over all requests. */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;
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
  /** Why a request that enters now would be refused, or null. */
  refusal(): Failure | null;
  /** Takes a place, or throws `busy` with the time after which there will be one. Synchronous: a refusal is instant. */
  enter(): Place;
  readonly inFlight: number;
  /** Requests that ever took a place. */
  readonly entered: number;
  readonly heldBytes: number;
  /** Milliseconds that a page which is queued now would wait for a worker. */
  readonly expectedWaitMs: number;
}

/**
 * Admission control in front of the workers: bounded places, bounded bytes, bounded wait. The wait is estimated from
 * the bytes that are queued and what a byte has cost lately, so that a few big pages count as what they are; pages on
 * their way count as they will when they arrive, so that a flood is refused at the door and not after its fetches.
 */
export function createOverloadGuard(settings: {
  readonly workers: number;
  readonly queueMax: number;
  readonly maxHeldBytes?: number;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}): OverloadGuard {
  const clock = settings.clock ?? (() => performance.now());
  const maxHeldBytes = settings.maxHeldBytes ?? MAX_HELD_BYTES;
  const work = createWorkEstimate(settings.workers, clock);
  const now = { inFlight: 0, entered: 0, heldBytes: 0 };
  const refusal = () => {
    const wait = work.waitAtDoorMs();
    const isFull = now.inFlight >= settings.queueMax || now.heldBytes >= maxHeldBytes || wait > MAX_WAIT_MS;
    return isFull ? busy(wait) : null;
  };
  return {
    refusal,
    get inFlight() {
      return now.inFlight;
    },
    get entered() {
      return now.entered;
    },
    get heldBytes() {
      return now.heldBytes;
    },
    get expectedWaitMs() {
      return work.waitMs();
    },
    enter() {
      const failure = refusal();
      if (failure !== null) throw new ServiceError(failure);
      now.inFlight++;
      now.entered++;
      const page = work.expect();
      let held = 0;
      let left = false;
      return {
        queue(bytes) {
          const wait = work.waitMs();
          now.heldBytes -= held;
          held = 0;
          if (wait > MAX_ARRIVED_WAIT_MS || (now.heldBytes > 0 && now.heldBytes + bytes > maxHeldBytes))
            throw new ServiceError(busy(wait));
          held = bytes;
          now.heldBytes += bytes;
          page.arrived(bytes);
        },
        converted: page.converted,
        leave() {
          if (left) return;
          left = true;
          page.left();
          now.inFlight--;
          now.heldBytes -= held;
        },
      };
    },
  };
}

function busy(waitMs: number): Failure {
  return {
    reason: 'busy',
    message: 'Retry after the time in Retry-After: the server is busy.',
    retryAfterMs: Math.max(1000, Math.ceil(waitMs)),
  };
}
