/** What a process says about the time on the server: a claim in milliseconds, how far it may be wrong, and the skew it knew. */
type ClockClaim = readonly [claimMs: number | '', toleranceMs: number, skewMs: number];

/** Two clocks drift apart by less than this share of the time since they were compared (0.05 % is usual at worst). */
const DRIFT = 0.001;

/**
 * Watches the clock of a server with this machine's monotonic one. Nobody can set a monotonic clock, so what the
 * server's gains or loses against it beyond latency and drift is a step of its clock, not time that passed. `latencyMs`: a command is
 * given up after it, so the server runs it at most this much later than it was sent.
 */
export function clockWitness(latencyMs: number, monotonicMs: () => number) {
  let seen: { readonly storeMs: number; readonly atMs: number; readonly skewMs: number } | null = null;
  return {
    /** For the next command; without a claim before the first answer. */
    claim(): ClockClaim {
      if (seen === null) return ['', 0, 0];
      const passedMs = monotonicMs() - seen.atMs;
      return [Math.floor(seen.storeMs + passedMs), Math.ceil(latencyMs + passedMs * DRIFT), seen.skewMs];
    },
    /** Takes over the time and skew of an answer. */
    learn(storeMs: number, skewMs: number): void {
      seen = { storeMs, atMs: monotonicMs(), skewMs };
    },
  };
}
