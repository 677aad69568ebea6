import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { siteOf } from './crawl-address.ts';
import { createHostRoom } from './host-room.ts';

/** Hosts whose next time is remembered. */
const MOST_HOSTS = 10_000;
/** Pages of a host that are under way at a time. */
export const PAGES_OF_HOST = 4;

/** When the next request to a host may go: shared by all that is under way in this process. */
export type HostPaces = ReturnType<typeof createHostPaces>;

export function createHostPaces() {
  const nextAt = new LRUCache<string, number>({ max: MOST_HOSTS });
  const rooms = createHostRoom(PAGES_OF_HOST);
  const hostOf = (url: string): string => siteOf(new URL(url));
  const waitMs = (host: string): number => (nextAt.get(host) ?? 0) - performance.now();
  /** Resolves when an address may be asked for; the next one of its host so many milliseconds later. Rejects with the signal. */
  const through = async (url: string, delayMs: number, signal: AbortSignal): Promise<void> => {
    const host = hostOf(url);
    for (let ms = waitMs(host); ms > 0; ms = waitMs(host)) await sleep(ms, undefined, { signal });
    if (delayMs > 0) nextAt.set(host, performance.now() + delayMs);
  };
  return {
    /** No request to the host of an address before so many milliseconds are over. */
    hold(url: string, ms: number): void {
      const host = hostOf(url);
      if (ms > 0) nextAt.set(host, Math.max(nextAt.get(host) ?? 0, performance.now() + ms));
    },
    through,
    /** The same for a page, which also waits for room at its host; resolves to what ends it. */
    async enter(url: string, delayMs: number, signal: AbortSignal): Promise<() => void> {
      const leave = await rooms.enter(hostOf(url), signal);
      try {
        await through(url, delayMs, signal);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
    /** Whether a page of a host may be asked for now. */
    isFree: (url: string): boolean => rooms.hasRoom(hostOf(url)) && waitMs(hostOf(url)) <= 0,
  };
}
