import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap of a worker that is kept for the next page, in bytes: an ordinary page needs less. */
const KEPT_HEAP_BYTES = 96 * 1024 * 1024;
/** Memory of the process above that of its start which is kept, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Between two looks at the memory of the process. */
const LOOK_MS = 5000;

/** Collects the heap of the thread that calls it. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  // Without options: given any, Node 20 collects the young generation only.
  const collect = runInNewContext('gc') as () => void;
  return () => collect();
}

/** Whether a page needed so much that a worker does not wait for the end of the burst to give it back. */
export function isHeapGrown(): boolean {
  return getHeapStatistics().total_heap_size > KEPT_HEAP_BYTES;
}

/**
 * Gives memory back when a burst is over: V8 collects as memory is asked for, an idle service asks for none, and a
 * waiting worker does not run V8's own idle tasks. Once for every burst. Returns what ends it.
 */
export function collectWhileIdle(service: {
  readonly isIdle: () => boolean;
  /** Requests so far. */
  readonly requests: () => number;
  /** Collects the heaps of the workers. */
  readonly collectWorkers: () => Promise<void>;
  /** Resident memory of the process, in bytes; default: what the system says. */
  readonly residentBytes?: () => number;
}): () => void {
  const residentBytes = service.residentBytes ?? process.memoryUsage.rss;
  const collect = garbageCollector();
  const kept = residentBytes() + KEPT_BYTES;
  let seen = 0;
  let collected = 0;
  const timer = setInterval(() => {
    const requests = service.requests();
    const isQuiet = service.isIdle() && requests === seen;
    seen = requests;
    if (!isQuiet || requests === collected || residentBytes() <= kept) return;
    collected = requests;
    collect();
    void service.collectWorkers();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
