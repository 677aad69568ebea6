import { fail } from '../contract/failure.ts';
import { fetchTimedOut } from '../fetching/fetch-failures.ts';

/** A running conversion gets this long to finish by itself when its client goes; killing a thread costs more. */
const KILL_GRACE_MS = 100;

/** The signals of one conversion; `end` must be called. */
export type WorkSignals = ReturnType<typeof startWorkSignals>;

/**
 * Joins the caller's signal and the deadline, which is the caller's own or that of the service. `AbortSignal.any` would hold on to
 * every request's signal.
 */
export function startWorkSignals(caller: AbortSignal, timeoutMs: number, isOwn: boolean) {
  const fetch = new AbortController();
  const worker = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  let grace: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    fetch.abort(fetchTimedOut(`whole deadline of ${timeoutMs} ms`));
    const message = isOwn
      ? `Convert a smaller page or raise "timeout_ms": the conversion took longer than ${timeoutMs} ms.`
      : `Convert a smaller page: the conversion took longer than ${timeoutMs} ms.`;
    worker.abort(fail('conversion_timeout', message));
  }, timeoutMs);
  const onCallerGone = () => {
    fetch.abort(caller.reason);
    const ended = fail('conversion_timeout', 'Stay connected until the answer: the caller went.', {
      cause: caller.reason,
    });
    grace = setTimeout(() => worker.abort(ended), KILL_GRACE_MS);
  };
  if (caller.aborted) onCallerGone();
  else caller.addEventListener('abort', onCallerGone, { once: true });
  return {
    /** Ends fetching at once: the caller went, or the deadline passed. */
    fetch: fetch.signal as AbortSignal,
    /** Kills the worker: at the deadline at once, after the caller went with a short grace. */
    worker: worker.signal as AbortSignal,
    /** Milliseconds left until the deadline. */
    remainingMs: () => Math.max(1, Math.ceil(endsAt - performance.now())),
    end(): void {
      clearTimeout(timer);
      clearTimeout(grace);
      caller.removeEventListener('abort', onCallerGone);
    },
  };
}
