/** What one page adds to the work, from its request to its end. */
export interface ExpectedPage {
  /** The page is here, with its bytes; it waits for a worker. A later one of the same request takes its place. */
  arrived(bytes: number): void;
  /** A worker is done with it; `workerMs`: what it cost, undefined when that was not measured. */
  converted(workerMs: number | undefined): void;
  /** It counts no more, whatever was reached. */
  left(): void;
}

/** How long pages wait for a worker; all times in milliseconds. */
export interface WorkEstimate {
  /** A page that was asked for now. */
  expect(): ExpectedPage;
  /** What a page that arrives now would wait. */
  waitMs(): number;
  /** What a page that is asked for now would wait once it has arrived. */
  waitAtDoorMs(): number;
}

/** What a page costs whatever its size. */
const BASE_MS = 2;
/** Milliseconds per KiB before the first measurement. */
const FIRST_GUESS_MS_PER_KIB = 0.3;
/** Weight of the newest conversion in the running mean. */
const MEAN_WEIGHT = 0.1;
/** Smaller pages say little about the cost of a byte. */
const MEASURED_FROM_BYTES = 4096;
/** A page that is still on its way after so many usual times is not about to arrive. */
const LATE_AFTER = 4;
/** Shorter estimates say little about how far estimates are off. */
const JUDGED_FROM_MS = 100;
const MAX_CORRECTION = 4;

/** A mean in which the newest measurement counts most; the first one counts whole. */
function runningMean(first?: number) {
  let mean = first;
  return {
    get: () => mean ?? 0,
    isKnown: () => mean !== undefined,
    add(measured: number) {
      mean = mean === undefined ? measured : mean + MEAN_WEIGHT * (measured - mean);
    },
  };
}

/** Estimates from what pages have cost and taken lately, corrected by how far earlier estimates were off. */
export function createWorkEstimate(workers: number, clock: () => number): WorkEstimate {
  /** When each page was asked for, or queued; oldest first. The first ones of the queue are at the workers. */
  const askedAt = new Map<symbol, number>();
  const queuedAt = new Map<symbol, number>();
  let queuedBytes = 0;
  const msPerKib = runningMean(FIRST_GUESS_MS_PER_KIB);
  const correction = runningMean(1);
  const pageBytes = runningMean();
  const arrivalMs = runningMean();

  const queuedMs = () => queuedAt.size * BASE_MS + (queuedBytes / 1024) * msPerKib.get();
  /** The longest wait there is now. */
  const waitedMs = () => {
    let ahead = workers;
    for (const at of queuedAt.values()) if (ahead-- === 0) return clock() - at;
    return 0;
  };
  const onTheirWay = () => {
    if (!arrivalMs.isKnown()) return 0;
    const since = clock() - LATE_AFTER * arrivalMs.get();
    let late = 0;
    for (const at of askedAt.values()) {
      if (at >= since) break;
      late++;
    }
    return askedAt.size - late;
  };
  const estimated = (workMs: number) => (workMs / workers) * correction.get();
  // A page that costs more than its size says holds up those behind it: what they have waited is then the better guess.
  const waitMs = () => Math.max(waitedMs(), estimated(queuedMs()));
  return {
    waitMs,
    waitAtDoorMs() {
      const comingMs = onTheirWay() * (BASE_MS + (pageBytes.get() / 1024) * msPerKib.get());
      // Until it arrives itself, the workers go on: a burst to slow sites is no queue yet.
      return Math.max(waitedMs(), estimated(queuedMs() + comingMs) - arrivalMs.get());
    },
    expect() {
      const page = Symbol();
      let bytes = 0;
      /** What the uncorrected estimate said it would wait. */
      let guessedMs = 0;
      askedAt.set(page, clock());
      const unqueue = () => {
        if (queuedAt.delete(page)) queuedBytes -= bytes;
      };
      return {
        arrived(size) {
          unqueue();
          const asked = askedAt.get(page);
          askedAt.delete(page);
          if (asked !== undefined) arrivalMs.add(clock() - asked);
          guessedMs = queuedMs() / workers;
          bytes = size;
          pageBytes.add(bytes);
          queuedAt.set(page, clock());
          queuedBytes += bytes;
        },
        converted(workerMs) {
          const at = queuedAt.get(page);
          unqueue();
          if (workerMs === undefined || at === undefined) return;
          if (bytes >= MEASURED_FROM_BYTES) msPerKib.add(Math.max(0, workerMs - BASE_MS) / (bytes / 1024));
          if (guessedMs < JUDGED_FROM_MS) return;
          const actual = (clock() - at - workerMs) / guessedMs;
          correction.add(Math.min(MAX_CORRECTION, Math.max(1 / MAX_CORRECTION, actual)));
        },
        left() {
          unqueue();
          askedAt.delete(page);
        },
      };
    },
  };
}
