import { type Failure, fail, ServiceError } from '../contract/failure.ts';
import type { CallerId } from './caller-accounts.ts';
import { busy } from './fair-turns.ts';

/** Bytes of pages held in memory at a time, over all callers. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** Part of what the others leave that pages of one caller may take; a page alone may take all of it. */
const HELD_SHARE = 1 / 2;

/** What one page holds, while it comes and while it waits. */
export interface Holding {
  /**
   * So many bytes more are about to be held. Throws `concurrency_limited` when pages of the caller hold too much, `busy` when
   * those of all do.
   */
  add(bytes: number): void;
  /** Nothing of it is held any more. */
  release(): void;
}

/**
 * Page bytes in memory, bounded over all callers and for each, so that there is room left for a page of another one. A page that is
 * the only one is never refused for its size.
 */
export function createHeldBytes(maxBytes = MAX_HELD_BYTES) {
  const byCaller = new Map<CallerId, number>();
  let total = 0;
  return {
    /** A page of the caller that holds nothing yet. */
    hold(caller: CallerId): Holding {
      let own = 0;
      const take = (bytes: number): void => {
        const ofCaller = (byCaller.get(caller) ?? 0) + bytes;
        if (ofCaller === 0) byCaller.delete(caller);
        else byCaller.set(caller, ofCaller);
        own += bytes;
        total += bytes;
      };
      return {
        add(bytes) {
          const ofCaller = byCaller.get(caller) ?? 0;
          const mayHold = HELD_SHARE * (maxBytes - (total - ofCaller));
          if (ofCaller > own && ofCaller + bytes > mayHold)
            throw new ServiceError(limited('pages of this key hold all the memory that one may'));
          if (total > own && total + bytes > maxBytes) throw new ServiceError(busy(0));
          take(bytes);
        },
        release: () => take(-own),
      };
    },
    get total() {
      return total;
    },
    get isFull() {
      return total >= maxBytes;
    },
  };
}

/** What a caller is told that has too much in work. */
export function limited(state: string): Failure {
  return fail(
    'concurrency_limited',
    `Retry after the time in Retry-After, with fewer calls at a time: ${state}.`,
    { retryAfterMs: 1000 },
  ).failure;
}
