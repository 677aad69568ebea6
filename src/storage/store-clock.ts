/** Milliseconds that only ever go forward at the pace of real time, whatever the wall clock is set to. */
export interface StoreClock {
  nowMs(): number;
}

/**
 * The machine's monotonic clock in milliseconds since it was started. All processes of a machine read the
 * same one, so the processes that share a database file agree on it although the wall clock may jump.
 */
export function monotonicMs(): number {
  return Math.floor(Number(process.hrtime.bigint()) / 1e6);
}
