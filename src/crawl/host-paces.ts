import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { siteOf } from './crawl-address.ts';

/** Hosts whose next time is remembered. */
const MOST_HOSTS = 10_000;
/** Pages of a host that are under way at a time. */
export const PAGES_OF_HOST = 4;

/** The milliseconds from one request to the next that a host asks crawlers for; null: it is not asked as a crawler. */
export type HostDelay = number | null;

/** Pages of a host that are under way, and who waits for one to end, in their order. */
interface Room {
  inside: number;
  readonly line: Set<() => void>;
}

/** When the next request to a host may go: shared by all that is under way in this process. */
export type HostPaces = ReturnType<typeof createHostPaces>;

export function createHostPaces(mostPages = PAGES_OF_HOST) {
  /** Until when a host that refused a page is left alone by all, and until when by crawlers. */
  const refusedUntil = new LRUCache<string, number>({ max: MOST_HOSTS });
  const spacedUntil = new LRUCache<string, number>({ max: MOST_HOSTS });
  const rooms = new Map<string, Room>();
  const hostOf = (url: string): string => siteOf(new URL(url));
  const waitMs = (host: string, delay: HostDelay): number => {
    const spaced = delay === null ? 0 : (spacedUntil.get(host) ?? 0);
    return Math.max(refusedUntil.get(host) ?? 0, spaced) - performance.now();
  };
  const raise = (times: typeof spacedUntil, host: string, ms: HostDelay): void => {
    if (ms !== null && ms > 0) times.set(host, Math.max(times.get(host) ?? 0, performance.now() + ms));
  };
  const untilNext = async (host: string, delay: HostDelay, signal: AbortSignal): Promise<void> => {
    for (let ms = waitMs(host, delay); ms > 0; ms = waitMs(host, delay))
      await sleep(ms, undefined, { signal });
  };
  /** Resolves when a page of a host may be under way, to what ends that. */
  const roomAt = async (host: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    const room = rooms.get(host) ?? { inside: 0, line: new Set() };
    rooms.set(host, room);
    if (room.inside < mostPages) room.inside++;
    else await turnIn(room.line, signal);
    return () => {
      const [next] = room.line;
      // The room goes on to who is next.
      if (next !== undefined) next();
      else if (--room.inside === 0) rooms.delete(host);
    };
  };
  return {
    /** No request to the host of an address before so many milliseconds are over: it refused one. */
    hold: (url: string, ms: number): void => raise(refusedUntil, hostOf(url), ms),
    /** No request of a crawler before that: it was asked a moment ago. */
    space: (url: string, ms: number): void => raise(spacedUntil, hostOf(url), ms),
    /** For how many milliseconds the host of an address is held. */
    heldMs: (url: string): number => Math.max(0, waitMs(hostOf(url), null)),
    /** Resolves when an address may be asked for; the next one of its host after its delay. Rejects with the signal. */
    async through(url: string, delay: HostDelay, signal: AbortSignal): Promise<void> {
      await untilNext(hostOf(url), delay, signal);
      raise(spacedUntil, hostOf(url), delay);
    },
    /** Whether no page would wait for others of its host. */
    hasRoom: (url: string): boolean => (rooms.get(hostOf(url))?.inside ?? 0) < mostPages,
    /** The same as `through` for a page, which then waits for room at its host, in order; resolves to what ends it. Room that is there is taken at once. */
    async enter(url: string, delay: HostDelay, signal: AbortSignal): Promise<() => void> {
      const host = hostOf(url);
      for (;;) {
        // Who waits for its time has no room that others could use.
        if (waitMs(host, delay) > 0) await untilNext(host, delay, signal);
        const leave = await roomAt(host, signal);
        if (waitMs(host, delay) <= 0) {
          raise(spacedUntil, host, delay);
          return leave;
        }
        leave();
      }
    },
  };
}

function turnIn(line: Room['line'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      line.delete(next);
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    const next = end(resolve);
    const giveUp = end(() => reject(signal.reason));
    signal.addEventListener('abort', giveUp);
    line.add(next);
  });
}
