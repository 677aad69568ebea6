import { fail, ServiceError } from '../contract/failure.ts';

/** Room at the workers, first come, first served. */
export interface WorkerSlots {
  /**
   * Resolves when a worker is free; `release` must follow. Throws `busy` after the longest wait, or the signal's
   * reason.
   */
  take(signal: AbortSignal): Promise<void>;
  release(): void;
  readonly waiting: number;
  /** No worker is free. */
  readonly full: boolean;
}

/**
 * Slots for `workers` tasks at a time. One that has waited for `maxWaitMs` is shed: the estimate at the door was
 * wrong, and a late refusal is better than an answer that comes after its caller has given up.
 */
export function createWorkerSlots(workers: number, maxWaitMs: number): WorkerSlots {
  let free = workers;
  const queue = new Set<() => void>();
  return {
    get waiting() {
      return queue.size;
    },
    get full() {
      return free === 0;
    },
    take(signal) {
      if (free > 0) {
        free--;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const settle = (done: () => void) => {
          queue.delete(enter);
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          done();
        };
        const enter = () => settle(resolve);
        const onAbort = () => settle(() => reject(asFailure(signal.reason)));
        const timer = setTimeout(() => settle(() => reject(shed(maxWaitMs))), maxWaitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        queue.add(enter);
      });
    },
    release() {
      const [next] = queue;
      if (next === undefined) free++;
      else next();
    },
  };
}

function shed(maxWaitMs: number): ServiceError {
  return fail('busy', 'Retry after the time in Retry-After: the server is busy.', {
    retryAfterMs: maxWaitMs,
  });
}

/** The reason of an abort as a failure; a caller that went needs no message. */
export function asFailure(reason: unknown): ServiceError {
  if (reason instanceof ServiceError) return reason;
  return fail('conversion_timeout', 'Send a smaller page: its conversion was ended.', { cause: reason });
}
