/** Failures within the window, without one success in it, that open the circuit. */
export const BREAKER_FAILURES = 20;
/** How far back failures and successes count, in milliseconds. */
const BREAKER_WINDOW_MS = 30_000;
/** While open, one call is let through this often, in milliseconds. */
const BREAKER_PROBE_MS = 5_000;

/** Permission for one call; report exactly one end of it. */
export interface BreakerPass {
  succeeded(): void;
  failed(): void;
  /** The call ended without telling anything about the provider (cancelled, or the request's own fault). */
  inconclusive(): void;
}

/** A refusal: the circuit is open and the next probe is due in `retryAfterMs`. */
interface BreakerRefusal {
  readonly retryAfterMs: number;
}

/** Turns a failing provider into fast refusals, and finds out when it works again. */
export interface CircuitBreaker {
  /** A pass, or a refusal when the circuit is open and this call is not its probe. */
  enter(): BreakerPass | BreakerRefusal;
}

/**
 * A breaker over `now` (milliseconds, monotonic). Open while at least {@link BREAKER_FAILURES} failures and no
 * success lie within {@link BREAKER_WINDOW_MS}; once open it stays open until a probe succeeds.
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failuresAt: number[] = [];
  let succeededAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  let nextProbeAt = 0;

  const succeeded = () => {
    succeededAt = now();
    isOpen = false;
  };
  const failed = () => {
    const at = now();
    failuresAt = [...failuresAt.filter((then) => at - then < BREAKER_WINDOW_MS), at].slice(-BREAKER_FAILURES);
    if (isOpen || failuresAt.length < BREAKER_FAILURES || at - succeededAt < BREAKER_WINDOW_MS) return;
    isOpen = true;
    nextProbeAt = at + BREAKER_PROBE_MS;
  };

  return {
    enter() {
      if (isOpen) {
        const at = now();
        if (at < nextProbeAt) return { retryAfterMs: nextProbeAt - at };
        nextProbeAt = at + BREAKER_PROBE_MS;
      }
      return oncePass(succeeded, failed);
    },
  };
}

function oncePass(succeeded: () => void, failed: () => void): BreakerPass {
  let isReported = false;
  const once = (report: () => void) => () => {
    if (!isReported) report();
    isReported = true;
  };
  return { succeeded: once(succeeded), failed: once(failed), inconclusive: once(() => undefined) };
}
