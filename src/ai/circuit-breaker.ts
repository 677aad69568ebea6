/** Failures within the window, without one success in it, that open the circuit. */
const BREAKER_FAILURES = 20;

/** How far back failures and successes count, in milliseconds. */
const BREAKER_WINDOW_MS = 30_000;

/** While open, one call is let through this often, in milliseconds. */
const BREAKER_PROBE_MS = 5_000;

/** See {@link createCircuitBreaker}. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Turns a failing provider into fast refusals, and finds out when it works again. Open while at least
 * {@link BREAKER_FAILURES} failures and no success lie within {@link BREAKER_WINDOW_MS}; once open it stays open until a probe
 * succeeds. A call that tells nothing about the provider (cancelled, or at fault itself) reports nothing. `now`: milliseconds,
 * monotonic.
 */
export function createCircuitBreaker(now: () => number) {
  let failuresAt: readonly number[] = [];
  let succeededAt = Number.NEGATIVE_INFINITY;
  /** Null while the circuit is closed. */
  let nextProbeAt: number | null = null;
  return {
    /** Milliseconds until the next probe of an open circuit; null: this call is let through. */
    refuses(): number | null {
      if (nextProbeAt === null) return null;
      const at = now();
      if (at < nextProbeAt) return nextProbeAt - at;
      nextProbeAt = at + BREAKER_PROBE_MS;
      return null;
    },
    /** A call was answered. */
    succeeded(): void {
      succeededAt = now();
      nextProbeAt = null;
    },
    /** The provider failed a call. */
    failed(): void {
      const at = now();
      const recent = failuresAt.filter((then) => at - then < BREAKER_WINDOW_MS);
      failuresAt = [...recent, at].slice(-BREAKER_FAILURES);
      const isFailing = failuresAt.length === BREAKER_FAILURES;
      if (isFailing && at - succeededAt >= BREAKER_WINDOW_MS) nextProbeAt ??= at + BREAKER_PROBE_MS;
    },
  };
}
