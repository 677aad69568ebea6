import { LRUCache } from 'lru-cache';
import { parseUrl } from '../contract/address.ts';
import type { SnapshotStore } from '../storage/snapshot-store.ts';
import { putNote } from './snapshots/store-note.ts';

/** How long it is remembered that a site needs the browser, since it was seen last. */
const REMEMBERED_MS = 3_600_000;
/** How long this process goes by what it heard of a site before it asks the store again. */
const HEARD_MS = 60_000;
/** Sites that a process has heard of. */
const MAX_SITES = 10_000;

/**
 * Which sites need the browser, so that it is started as soon as one of their pages is asked for. It decides nothing else:
 * what is remembered wrongly costs a render or the time of one.
 */
export interface SiteMemory {
  /** Whether the site of an address needed the browser a while ago. Never rejects. */
  needsBrowser(url: string): Promise<boolean>;
  /** Notes whether a page of a site was better in a browser. Never throws. */
  learn(url: string, needsBrowser: boolean): void;
}

/** Remembers nothing: for pages that are to be kept nowhere. */
export const NO_MEMORY: SiteMemory = { needsBrowser: async () => false, learn: () => undefined };

/** A memory that replicas share by their store; without one it is this process's. `now`: wall clock in milliseconds. */
export function createSiteMemory(
  store: Pick<SnapshotStore, 'find' | 'put' | 'delete'> | null,
  now: () => number = Date.now,
): SiteMemory {
  const heard = new LRUCache<string, boolean>({
    max: MAX_SITES,
    ttl: store === null ? REMEMBERED_MS : HEARD_MS,
  });
  const ask = async (site: string): Promise<boolean> => {
    const note = await store?.find(keyOf(site)).catch(() => null);
    const needs = note !== null && note !== undefined && now() - note.fetchedAtMs < REMEMBERED_MS;
    heard.set(site, needs);
    return needs;
  };
  return {
    async needsBrowser(url) {
      const site = siteOf(url);
      if (site === null) return false;
      return heard.get(site) ?? ask(site);
    },
    learn(url, needsBrowser) {
      const site = siteOf(url);
      if (site === null || heard.get(site) === needsBrowser) return;
      const knew = heard.get(site) === true;
      heard.set(site, needsBrowser);
      if (store === null) return;
      if (needsBrowser) putNote(store, keyOf(site), { url: site, atMs: now() }).catch(() => false);
      else if (knew) store.delete(keyOf(site)).catch(() => undefined);
    },
  };
}

function siteOf(url: string): string | null {
  return parseUrl(url)?.origin ?? null;
}

const keyOf = (site: string): string => JSON.stringify(['needs browser', site]);
