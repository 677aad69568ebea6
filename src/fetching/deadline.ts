import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../contract/failure.ts';
import { fetchTimedOut } from './fetch-failures.ts';

/** One point in time over everything that a fetch does, joined with the caller's own signal. */
export type Deadline = ReturnType<typeof startDeadline>;

/** Starts a deadline `timeoutMs` from now. A caller's reason that is no `ServiceError` becomes one. */
export function startDeadline(timeoutMs: number, caller?: AbortSignal) {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  const endsAt = performance.now() + timeoutMs;
  const expired = (): ServiceError => fetchTimedOut(`deadline of ${timeoutMs} ms`);
  const timer = setTimeout(() => controller.abort(expired()), timeoutMs);
  const onAbort = (): void => controller.abort(callerReason(caller?.reason));
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    /** Aborts with `fetch_timeout` at the deadline, or with the caller's reason. */
    signal,
    /** Throws when the deadline has passed, even if its timer has not run yet. */
    check(): void {
      signal.throwIfAborted();
      if (performance.now() >= endsAt) throw expired();
    },
    /** Releases the timer and the listener on the caller's signal. */
    clear(): void {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

function callerReason(reason: unknown): unknown {
  return reason instanceof ServiceError ? reason : fetchTimedOut('cancelled by the caller');
}

/** Refusals are told at multiples of this time, so that their delay tells nothing about the rule that refused. */
const REFUSAL_STEP_MS = 100;

/** For a refusal, waits until the next multiple of the step since `startedAt` (of `performance.now()`), or until the signal. */
export async function holdBackRefusal(error: unknown, startedAt: number, signal: AbortSignal): Promise<void> {
  if (!(error instanceof ServiceError && error.failure.reason === 'blocked_target')) return;
  const spent = performance.now() - startedAt;
  const rest = Math.ceil((spent + 1) / REFUSAL_STEP_MS) * REFUSAL_STEP_MS - spent;
  await sleep(rest, undefined, { signal }).catch(() => undefined);
}

/**
 * What `work` gives, or the reason of `signal` as soon as it is aborted. The work itself goes on; its error is dropped then, and what it
 * gives goes to `late`.
 */
export function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  late: (value: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work
      .then((value) => (signal.aborted ? late(value) : resolve(value)), reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
