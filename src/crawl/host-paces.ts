import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { siteOf } from './crawl-address.ts';

/** Hosts whose next time is remembered. */
const MOST_HOSTS = 10_000;

/** When the next request to a host may go: shared by all that is under way in this process. */
export type HostPaces = ReturnType<typeof createHostPaces>;

export function createHostPaces() {
  const nextAt = new LRUCache<string, number>({ max: MOST_HOSTS });
  const hold = (url: string, ms: number): void => {
    const site = siteOf(new URL(url));
    nextAt.set(site, Math.max(nextAt.get(site) ?? 0, performance.now() + ms));
  };
  return {
    /** No request to the host of an address before so many milliseconds are over. */
    hold,
    /** Resolves when an address may be asked for; the next one of its host so many milliseconds later. Rejects with the reason of the signal. */
    async through(url: string, delayMs: number, signal: AbortSignal): Promise<void> {
      const site = siteOf(new URL(url));
      const waitMs = () => (nextAt.get(site) ?? 0) - performance.now();
      for (let ms = waitMs(); ms > 0; ms = waitMs()) await sleep(ms, undefined, { signal });
      if (delayMs > 0) nextAt.set(site, performance.now() + delayMs);
    },
  };
}
