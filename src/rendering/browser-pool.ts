import { fail } from '../contract/failure.ts';
import { orAborted } from '../fetching/deadline.ts';
import type { BrowserProcess } from './launch-browser.ts';

/** A browser that nobody asks for is ended after this time. */
const IDLE_MS = 30_000;
/** Pages that one browser renders before it makes way for a fresh one: what it leaks is bounded. */
const MAX_USES = 100;

/** One browser for one page. `release` must be called once. */
export type BrowserLease = Awaited<ReturnType<ReturnType<typeof createBrowserPool>['lease']>>;

interface Slot {
  process: BrowserProcess | undefined;
  uses: number;
  idle: NodeJS.Timeout | undefined;
}

interface Waiter {
  readonly signal: AbortSignal;
  readonly take: (slot: Slot) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Browsers, `size` at a time with at most one page in each: what ends a browser costs the page that was in it and no other.
 * One that nobody asks for within `idleMs` is ended.
 */
export function createBrowserPool(size: number, launch: () => Promise<BrowserProcess>, idleMs = IDLE_MS) {
  const free: Slot[] = Array.from({ length: size }, () => ({ process: undefined, uses: 0, idle: undefined }));
  const processes = new Set<BrowserProcess>();
  let waiting: Waiter[] = [];
  let closed = false;

  const endProcess = (slot: Slot): Promise<void> | undefined => {
    const { process } = slot;
    slot.process = undefined;
    slot.uses = 0;
    return process?.end().finally(() => processes.delete(process));
  };

  const takeSlot = (signal: AbortSignal): Promise<Slot> => {
    signal.throwIfAborted();
    // A browser that runs is preferred to one that must be started.
    const at = Math.max(
      free.findIndex(({ process }) => process?.alive),
      0,
    );
    const [slot] = free.splice(at, 1);
    if (slot !== undefined) return Promise.resolve(slot);
    waiting = waiting.filter((waiter) => !waiter.signal.aborted);
    const given = new Promise<Slot>((take, refuse) => waiting.push({ signal, take, refuse }));
    return orAborted(given, signal, giveSlot);
  };

  const giveSlot = (slot: Slot): void => {
    let next = waiting.shift();
    while (next?.signal.aborted) next = waiting.shift();
    if (next !== undefined) {
      next.take(slot);
      return;
    }
    free.push(slot);
    slot.idle = setTimeout(() => void endProcess(slot), idleMs).unref();
  };

  /** Ends a browser in the slot that is dead or worn, and starts another one. */
  const refresh = async (slot: Slot): Promise<BrowserProcess> => {
    clearTimeout(slot.idle);
    if (slot.process?.alive && slot.uses < MAX_USES) return slot.process;
    await endProcess(slot);
    const started = await launch();
    processes.add(started);
    if (closed) {
      await started.end();
      throw poolClosed();
    }
    slot.process = started;
    return started;
  };

  return {
    /**
     * The next free browser, started when there is none. Throws the error of a launch, `draining`, or the signal's reason.
     */
    async lease(signal: AbortSignal) {
      if (closed) throw poolClosed();
      const slot = await takeSlot(signal);
      try {
        const process = await refresh(slot);
        signal.throwIfAborted();
        slot.uses += 1;
        return {
          process,
          /** Gives the browser back; one that is not `healthy` is ended with all its processes. */
          release(healthy: boolean): void {
            if (!healthy) void endProcess(slot);
            giveSlot(slot);
          },
        };
      } catch (error) {
        giveSlot(slot);
        throw error;
      }
    },
    /** Browsers that run now. */
    get running(): number {
      return processes.size;
    },
    /** Ends all browsers; later leases fail. */
    async close(): Promise<void> {
      closed = true;
      for (const waiter of waiting.splice(0)) waiter.refuse(poolClosed());
      for (const slot of free) clearTimeout(slot.idle);
      await Promise.all([...processes].map((each) => each.end().finally(() => processes.delete(each))));
    },
  };
}

function poolClosed() {
  return fail('draining', 'Retry after the time in Retry-After: the server is shutting down.');
}
