import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lazy } from '../core/lazy.ts';

/** Heap of a worker that is kept for the next page, in bytes: an ordinary page needs less. */
const KEPT_HEAP_BYTES = 96 * 1024 * 1024;
/** Memory of the process above that of its start which is kept, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Memory above that of the start at which compiled code is given up too. */
const RELEASED_BYTES = 128 * 1024 * 1024;
/** Memory that a collection must have given back for another one to be worth its while, in bytes. */
const WORTH_BYTES = 16 * 1024 * 1024;
/** Collections after every burst: what the first one frees, Node 20 gives back at the second. */
const LEAST_COLLECTIONS = 2;
/** Between two looks at the memory of the process. */
const LOOK_MS = 5000;

/** How much a collection gives back: garbage, or compiled code and the pages of the heap as well. */
export type Collection = 'garbage' | 'all';

/** V8's own collector; asked for when it is first needed, because code is cached for the flags that a process begins with. */
const exposed = lazy(() => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options?: object) => void;
  setFlagsFromString('--no-expose-gc');
  return gc;
});

/** Collects the heap of the thread that calls it. */
export function collectGarbage(what: Collection): void {
  const gc = exposed();
  // From Node 22 on V8 keeps the pages of a collected heap for itself, unless it collects as a last resort.
  if (what === 'all') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  // Without options: given any, Node 20 collects the young generation only.
  gc();
}

/** Whether a page needed so much that a worker does not wait for the end of the burst to give it back. */
export function isHeapGrown(): boolean {
  return getHeapStatistics().total_heap_size > KEPT_HEAP_BYTES;
}

/**
 * Gives memory back when a burst is over: V8 collects as memory is asked for, an idle service asks for none, and a
 * waiting worker does not run V8's own idle tasks. For every burst as long as it helps. Returns what ends it.
 */
export function collectWhileIdle(service: {
  readonly isIdle: () => boolean;
  /** Requests so far. */
  readonly requests: () => number;
  /** Collects the heaps of the workers. */
  readonly collectWorkers: (what: Collection) => void;
  /** Resident memory of the process, in bytes; default: what the system says. */
  readonly residentBytes?: () => number;
}): () => void {
  const residentBytes = service.residentBytes ?? process.memoryUsage.rss;
  const atStart = residentBytes();
  let seen = 0;
  const burst = { requests: 0, collections: 0, residentBefore: 0 };
  const timer = setInterval(() => {
    const requests = service.requests();
    const isQuiet = service.isIdle() && requests === seen;
    seen = requests;
    if (!isQuiet || requests === 0) return;
    const resident = residentBytes();
    if (resident <= atStart + KEPT_BYTES) return;
    if (requests !== burst.requests) Object.assign(burst, { requests, collections: 0 });
    const helped = resident <= burst.residentBefore - WORTH_BYTES;
    if (burst.collections >= LEAST_COLLECTIONS && !helped) return;
    // The pages to come are slower without compiled code, so it goes only where collecting garbage was not enough.
    const what = burst.collections > 0 && resident > atStart + RELEASED_BYTES ? 'all' : 'garbage';
    burst.collections++;
    burst.residentBefore = resident;
    collectGarbage(what);
    service.collectWorkers(what);
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
