/** Longest rest, in milliseconds: nothing that arrives in it waits longer. */
export const MAX_REST_MS = 10;

/** What the threads of a pool share: how many pages they have ended, in one element. */
export type EndedPages = Int32Array<SharedArrayBuffer>;

/** Rests of the thread that answers, for the threads that work. */
export interface Rest {
  /** Given to every worker, for `tellEnd`. */
  readonly ended: EndedPages;
  /** A worker's answer, whatever it is, has come in. */
  answered(): void;
  /** Plans a rest for the end of this turn of the event loop; several are one. */
  plan(): void;
}

/**
 * A rest blocks the event loop while `allAtWork`, until a worker ends a page and for {@link MAX_REST_MS} at most. In a
 * flood each call that is refused would wake this thread and, on a shared core, take the caches from a worker; after a
 * rest it answers the few that came in the meantime at once.
 */
export function createRest(allAtWork: () => boolean): Rest {
  const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let answers = 0;
  let isPlanned = false;
  const rest = () => {
    isPlanned = false;
    // Ends at once while there is an end whose answer has not come in.
    if (allAtWork()) Atomics.wait(ended, 0, answers, MAX_REST_MS);
  };
  return {
    ended,
    answered() {
      // A worker that was killed ended nothing.
      answers = Math.min(answers + 1, Atomics.load(ended, 0));
    },
    plan() {
      if (isPlanned) return;
      isPlanned = true;
      setImmediate(rest);
    },
  };
}

/** On a worker: ends a rest, because an answer is about to come. */
export function tellEnd(ended: EndedPages): void {
  Atomics.add(ended, 0, 1);
  Atomics.notify(ended, 0);
}
