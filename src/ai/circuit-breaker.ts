/** Failures within the window, without one success in it, that open the circuit. */
const BREAKER_FAILURES = 20;

/** How far back failures and successes count, in milliseconds. */
const BREAKER_WINDOW_MS = 30_000;

/** While open, one call is let through this often, in milliseconds. */
const BREAKER_PROBE_MS = 5_000;

/**
 * Turns a failing provider into fast refusals, and finds out when it works again. Open while at least
 * {@link BREAKER_FAILURES} failures and no success lie within {@link BREAKER_WINDOW_MS}; once open it stays open until a probe
 * succeeds. A call that tells nothing about the provider (cancelled, or at fault itself) reports nothing.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failuresAt: readonly number[] = [];
  #succeededAt = Number.NEGATIVE_INFINITY;
  /** Null while the circuit is closed. */
  #nextProbeAt: number | null = null;

  /** `now`: milliseconds, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the next probe of an open circuit; null: this call is let through. */
  refuses(): number | null {
    if (this.#nextProbeAt === null) return null;
    const at = this.#now();
    if (at < this.#nextProbeAt) return this.#nextProbeAt - at;
    this.#nextProbeAt = at + BREAKER_PROBE_MS;
    return null;
  }

  /** A call was answered. */
  succeeded(): void {
    this.#succeededAt = this.#now();
    this.#nextProbeAt = null;
  }

  /** The provider failed a call. */
  failed(): void {
    const at = this.#now();
    const recent = this.#failuresAt.filter((then) => at - then < BREAKER_WINDOW_MS);
    this.#failuresAt = [...recent, at].slice(-BREAKER_FAILURES);
    const isFailing = this.#failuresAt.length === BREAKER_FAILURES;
    if (isFailing && at - this.#succeededAt >= BREAKER_WINDOW_MS) this.#nextProbeAt ??= at + BREAKER_PROBE_MS;
  }
}
