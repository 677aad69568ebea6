/** Time in which what was seen of the machine comes to count half: other work on it comes and goes. */
const HALF_LIFE_MS = 1000;
/** Work that is assumed to have taken its processor time, until more was seen. */
const ASSUMED_MS = 50;

/** How fast the machine works now, for all callers alike. `clock`: milliseconds of a monotonic clock. */
export function createMachinePace(clock: () => number) {
  const seen = { cpuMs: 0, ms: 0, at: clock() };
  const fade = (): void => {
    const at = clock();
    const share = 0.5 ** ((at - seen.at) / HALF_LIFE_MS);
    seen.cpuMs *= share;
    seen.ms *= share;
    seen.at = at;
  };
  return {
    /** A page used so much CPU at a worker within so much time. */
    observe(cpuMs: number, ms: number): void {
      fade();
      seen.cpuMs += cpuMs;
      seen.ms += Math.max(cpuMs, ms);
    },
    /** Milliseconds that a millisecond of CPU takes; 1 where no other work is in the way. */
    get msPerCpuMs(): number {
      fade();
      return (seen.ms + ASSUMED_MS) / (seen.cpuMs + ASSUMED_MS);
    },
  };
}
