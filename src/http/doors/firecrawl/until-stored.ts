import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '../../../contract/failure.ts';

/** Wait for what says no time of its own. */
export const RETRY_MS = 1000;

/** Less than others wait before they take over what this process is at. */
const STORE_RETRY_MS = 500;

/** Tries again while the store is away. */
export async function untilStored<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (toFailure(error).reason !== 'store_unavailable' || signal.aborted) throw error;
      await sleep(STORE_RETRY_MS, undefined, { signal });
    }
  }
}
