import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap of a thread that is kept for the next page, in bytes: an ordinary page needs less. */
const KEPT_HEAP_BYTES = 96 * 1024 * 1024;

/**
 * Returns what gives a thread's memory back after a page that needed much. A waiting worker does not run V8's own
 * idle tasks, so that one big page would leave its heap grown for good.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return () => {
    if (getHeapStatistics().total_heap_size > KEPT_HEAP_BYTES) collect();
  };
}
