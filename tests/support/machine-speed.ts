import { readFileSync } from 'node:fs';

/** Steps of the probe: about {@link QUIET_PROBE_MS} of one core. */
const PROBE_STEPS = 40_000_000;
const QUIET_PROBE_MS = 45;
/** How long what a probe found is taken for now. */
const HOLDS_MS = 3000;
/** How long it still counts where a later one found less: load comes in waves. */
const COUNTS_MS = 60_000;

const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Milliseconds that this thread has computed so far: a busy machine adds nothing to them. Linux tells; elsewhere it is
 * the time of the wall.
 */
export function computedMs(): number {
  // The count is brought up to date when the thread gives up its core.
  Atomics.wait(cell, 0, 0, 0.01);
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}

/** What probes found, the latest last. */
let found: { readonly slower: number; readonly at: number }[] = [];

/**
 * Whole milliseconds that this machine needs now for what takes a quiet one `quietMs`, for bounds on what waits or runs in
 * several threads: as slow as it was at worst in the last minute. Computes some 45 ms to find out, at most every three seconds:
 * ask before or after the work, not while it runs.
 */
export function onThisMachine(quietMs: number): number {
  const now = performance.now();
  if (now - (found.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > HOLDS_MS) {
    found = found.filter(({ at }) => now - at < COUNTS_MS);
    found.push({ slower: probeMs() / QUIET_PROBE_MS, at: now });
  }
  return Math.ceil(quietMs * Math.max(1, ...found.map(({ slower }) => slower)));
}

function probeMs(): number {
  const startedAt = performance.now();
  let state = 1;
  for (let step = 0; step < PROBE_STEPS; step++) state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
  // The loop is only computed when its result is used.
  if (state === 0) throw new Error('the probe ended at zero');
  return performance.now() - startedAt;
}
