/** What a process says about the time on the server: a claim in milliseconds, how far it may be wrong, and the skew it knew. */
type ClockClaim = readonly [claimMs: number | '', toleranceMs: number, skewMs: number];

/** Two clocks drift apart by less than this share of the time since they were compared (0.05 % is usual at worst). */
const DRIFT = 0.001;

/**
 * Watches the clock of a server with this machine's monotonic one. Nobody can set a monotonic clock, so what the
 * server's gains or loses against it beyond latency and drift is a step of its clock, not time that passed.
 */
export class ClockWitness {
  readonly #latencyMs: number;
  readonly #monotonicMs: () => number;
  #seen: { readonly storeMs: number; readonly atMs: number; readonly skewMs: number } | null = null;

  /** `latencyMs`: a command is given up after it, so the server runs it at most this much later than it was sent. */
  constructor(latencyMs: number, monotonicMs: () => number) {
    this.#latencyMs = latencyMs;
    this.#monotonicMs = monotonicMs;
  }

  /** For the next command; without a claim before the first answer. */
  claim(): ClockClaim {
    if (this.#seen === null) return ['', 0, 0];
    const { storeMs, atMs, skewMs } = this.#seen;
    const passedMs = this.#monotonicMs() - atMs;
    return [Math.floor(storeMs + passedMs), Math.ceil(this.#latencyMs + passedMs * DRIFT), skewMs];
  }

  /** Takes over the time and skew of an answer. */
  learn(storeMs: number, skewMs: number): void {
    this.#seen = { storeMs, atMs: this.#monotonicMs(), skewMs };
  }
}
