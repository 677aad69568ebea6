import type { ServiceError } from '../contract/failure.ts';
import { fetchTimedOut } from './fetch-failures.ts';

/** One point in time over everything that a fetch does, joined with the caller's own signal. */
export interface Deadline {
  /** Aborts with `fetch_timeout` at the deadline, or with the caller's reason. */
  readonly signal: AbortSignal;
  /** Throws when the deadline has passed, even if its timer has not run yet. */
  check(): void;
  /** Releases the timer and the listener on the caller's signal. */
  clear(): void;
}

/** Starts a deadline `timeoutMs` from now. A caller's reason that is no `ServiceError` becomes one. */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const expired = (): ServiceError => fetchTimedOut(`deadline of ${timeoutMs} ms`);
  const timer = setTimeout(() => controller.abort(expired()), timeoutMs);
  const onAbort = (): void => controller.abort(callerReason(caller?.reason));
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    check() {
      controller.signal.throwIfAborted();
      if (performance.now() >= endsAt) throw expired();
    },
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

function callerReason(reason: unknown): unknown {
  return reason instanceof Error && reason.name === 'ServiceError'
    ? reason
    : fetchTimedOut('cancelled by the caller');
}
