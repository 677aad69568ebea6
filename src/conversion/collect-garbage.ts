import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap of a thread that is kept, in bytes: an ordinary page needs less. */
const KEPT_HEAP_BYTES = 96 * 1024 * 1024;
/** Between two looks at the heap of a thread that answers requests. */
const LOOK_MS = 5000;
/** Growth since the last collection that makes another one worth its pause. */
const WORTH_IT = 1.25;

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Returns what gives a thread's memory back after a page that needed much. A waiting worker does not run V8's own
 * idle tasks, so that one big page would leave its heap grown for good.
 */
export function garbageCollector(): () => void {
  const collect = exposeCollector();
  return () => {
    if (getHeapStatistics().total_heap_size > KEPT_HEAP_BYTES) collect();
  };
}

/**
 * Gives the memory of this thread back when a burst is over: V8 collects as memory is asked for, and an idle service
 * asks for none. Returns what ends it.
 */
export function collectWhileIdle(isIdle: () => boolean): () => void {
  const collect = exposeCollector();
  let enough = KEPT_HEAP_BYTES;
  const timer = setInterval(() => {
    if (!isIdle() || getHeapStatistics().total_heap_size <= enough) return;
    collect();
    enough = Math.max(KEPT_HEAP_BYTES, getHeapStatistics().total_heap_size * WORTH_IT);
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
