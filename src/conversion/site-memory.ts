import { LRUCache } from 'lru-cache';
import { parseUrl } from '../contract/address.ts';
import { registrableDomain } from '../fetching/registrable-domain.ts';
import type { SnapshotStore } from '../storage/snapshot-store.ts';
import { putNote } from './snapshots/store-note.ts';

/** How long a site is remembered where no pages are kept. */
const REMEMBERED_MS = 3_600_000;
/** How long this process goes by what it heard of a site before it asks the store again. */
const HEARD_MS = 60_000;
/** Sites that a process has heard of. */
const MAX_SITES = 10_000;

/** Something that is true of some sites, told by the addresses of their pages. */
interface SiteFact {
  /** Whether it was true of the site of an address a while ago. Never rejects. */
  holds(url: string): Promise<boolean>;
  /** Notes that it is, or is not; resolves when all who share the store can know that it is. Never rejects. */
  learn(url: string, holds: boolean): Promise<void>;
}

/** What a browser was for the pages of a site. What is remembered wrongly costs a render, or the time of one. */
export interface SiteMemory {
  /** A page was better in one: it is started as soon as one of the site is asked for. */
  readonly needsBrowser: SiteFact;
  /** It got no further than we did without: it is not tried again. */
  readonly stopsBrowser: SiteFact;
  /** The same of one page whose scripts led to a refusal: other pages of the site may be had. */
  readonly stopsOnPage: SiteFact;
}

const NEVER: SiteFact = { holds: async () => false, learn: async () => undefined };
/** Remembers nothing: for pages that are to be kept nowhere. */
export const NO_MEMORY: SiteMemory = { needsBrowser: NEVER, stopsBrowser: NEVER, stopsOnPage: NEVER };

interface SiteMemoryParts {
  /** Replicas share what they know by it; null: it is this process's. */
  readonly store: Pick<SnapshotStore, 'find' | 'put' | 'delete'> | null;
  /** How long a page is kept; 0: not at all. */
  readonly ttlMs?: number;
  /** Wall clock in milliseconds. */
  readonly now?: () => number;
}

/** A memory by registrable domains, for as long as pages are kept. */
export function createSiteMemory(parts: SiteMemoryParts): SiteMemory {
  return {
    needsBrowser: siteFact('needs browser', parts),
    stopsBrowser: siteFact('stops browser', parts),
    stopsOnPage: siteFact('stops browser on page', parts, pageOf),
  };
}

function siteFact(
  name: string,
  { store, ttlMs = 0, now = Date.now }: SiteMemoryParts,
  subjectOf: (url: string) => Promise<string | null> = siteOf,
): SiteFact {
  const rememberedMs = ttlMs || REMEMBERED_MS;
  const heard = new LRUCache<string, boolean>({
    max: MAX_SITES,
    ttl: store === null ? rememberedMs : Math.min(HEARD_MS, rememberedMs),
  });
  const keyOf = (site: string): string => JSON.stringify([name, site]);
  const ask = async (site: string): Promise<boolean> => {
    const note = await store?.find(keyOf(site)).catch(() => null);
    const holds = note !== null && note !== undefined && now() - note.fetchedAtMs < rememberedMs;
    heard.set(site, holds);
    return holds;
  };
  return {
    async holds(url) {
      const site = await subjectOf(url);
      return site !== null && (heard.get(site) ?? ask(site));
    },
    async learn(url, holds) {
      const site = await subjectOf(url);
      if (site === null || heard.get(site) === holds) return;
      const knew = heard.get(site) === true;
      heard.set(site, holds);
      if (store === null) return;
      if (holds) await putNote(store, keyOf(site), { url: site, atMs: now() }).catch(() => false);
      else if (knew) store.delete(keyOf(site)).catch(() => undefined);
    },
  };
}

/** The registrable domain of an address; its origin where there is none; null of no address. */
async function siteOf(url: string): Promise<string | null> {
  const parsed = parseUrl(url);
  return parsed === undefined ? null : ((await registrableDomain(parsed.hostname)) ?? parsed.origin);
}

/** An address without what is never sent; null of no address. */
async function pageOf(url: string): Promise<string | null> {
  return parseUrl(url)?.href.split('#', 1)[0] ?? null;
}
