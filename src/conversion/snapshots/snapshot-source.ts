import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../contract/failure.ts';
import { type Deadline, orAborted, startDeadline } from '../../fetching/deadline.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import type { LoadedPage, PageRequest, PageSource } from '../ports.ts';
import { ageMs, cacheStatus, type Freshness, judgeFreshness, notCached } from './freshness.ts';
import { SingleFlight } from './single-flight.ts';
import { type KeptPage, SnapshotCache, type SnapshotKeys, snapshotKeys } from './snapshot-cache.ts';
import { keepingOf, type Landing, SnapshotFetch } from './snapshot-fetch.ts';

/** How long after its time a page may stand in for an upstream that fails (RFC 5861, 4). */
export const STALE_IF_ERROR_MS = 86_400_000;
/** A caller with a page that ran out gives the upstream this part of its time, and keeps the rest to serve it. */
const PATIENCE = 2 / 3;
/** An answer waits at most this long for its page to be stored: what the slowest of the stores needs to say that it cannot. */
const STORE_WAIT_MS = 2000;
const OUTAGES: ReadonlySet<string> = new Set(['upstream_unreachable', 'fetch_timeout']);

/** What became of one request, for the metrics; `store_fault` comes besides. */
export const SNAPSHOT_RESULTS = [
  'hit',
  'miss',
  'stale',
  'request',
  'collapsed',
  'stale_if_error',
  'store_fault',
] as const;
export type SnapshotResult = (typeof SNAPSHOT_RESULTS)[number];

export interface SnapshotParts {
  /** Where pages come from when none is kept. */
  readonly inner: PageSource;
  readonly store: SnapshotStore;
  /** How long a page is served without asking; more than 0. */
  readonly ttlMs: number;
  /** Deadline of a load that several callers may wait for. */
  readonly loadTimeoutMs: number;
  /** Stands for the settings that decide what may be fetched. */
  readonly scope: string;
  /** Whether a URL may be fetched at all, as far as that can be told without connecting. */
  readonly allows: (url: string) => boolean;
  /** Wall clock in milliseconds; default `Date.now`. */
  readonly now?: () => number;
  readonly onResult?: (result: SnapshotResult) => void;
  readonly onFault?: (error: unknown) => void;
}

/** One request on its way. */
interface Call {
  readonly request: PageRequest;
  readonly keys: SnapshotKeys;
  readonly deadline: Deadline;
  /** What is kept, but not served as it is. */
  readonly kept: KeptPage | undefined;
  readonly why: 'miss' | 'stale' | 'request';
}

/**
 * Pages out of snapshots: what was fetched within the time to live is served again, what ran out is asked for again
 * under its validators, and requests for one page share one fetch, over all processes that share the store. Throws
 * what the inner source throws.
 */
export function snapshotSource(parts: SnapshotParts): PageSource {
  const source = new SnapshotSource(parts);
  return { load: (request) => source.load(request) };
}

class SnapshotSource {
  readonly #parts: SnapshotParts;
  readonly #cache: SnapshotCache;
  readonly #fetch: SnapshotFetch;
  readonly #flights = new SingleFlight<Landing>();
  readonly #now: () => number;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#cache = new SnapshotCache({
      ...parts,
      onFault(error) {
        parts.onResult?.('store_fault');
        parts.onFault?.(error);
      },
    });
    const isFresh = (kept: KeptPage) => this.#freshness(kept, undefined) === 'fresh';
    this.#fetch = new SnapshotFetch({ ...parts, cache: this.#cache, now: this.#now, isFresh });
  }

  async load(request: PageRequest): Promise<LoadedPage> {
    const { inner, allows, scope } = this.#parts;
    // What the policy refuses is refused by the fetcher itself, in its own words and time.
    if (!allows(request.url)) return inner.load(request);
    const { onlyIfCached, version, ...wanted } = request;
    if (request.noStore) {
      if (onlyIfCached) throw notCached();
      const status = cacheStatus({ kind: 'forward', why: 'request' });
      return { ...(await inner.load(wanted)), cacheStatus: async () => status };
    }
    const keys = snapshotKeys(scope, request);
    const deadline = startDeadline(request.timeoutMs, request.signal);
    try {
      const isGood = (one: KeptPage) => this.#freshness(one, request.maxAgeS) === 'fresh';
      const kept = await orAborted(this.#find(keys, version, isGood), deadline.signal);
      if (onlyIfCached && !(kept !== undefined && isGood(kept))) throw notCached();
      if (kept === undefined)
        return await this.#forward({ request: wanted, keys, deadline, kept, why: 'miss' });
      const freshness = this.#freshness(kept, request.maxAgeS);
      if (freshness === 'fresh') return this.#hit(keys, kept);
      const why = freshness === 'stale' ? 'stale' : 'request';
      return await this.#forward({ request: wanted, keys, deadline, kept, why });
    } finally {
      deadline.clear();
    }
  }

  /** The version that is asked for where it is kept and good, else what is kept now. */
  async #find(
    keys: SnapshotKeys,
    version: string | undefined,
    isGood: (kept: KeptPage) => boolean,
  ): Promise<KeptPage | undefined> {
    const older = version === undefined ? undefined : await this.#cache.findVersion(keys, version);
    return older !== undefined && isGood(older) ? older : this.#cache.find(keys, isGood);
  }

  #freshness(kept: KeptPage, maxAgeS: number | undefined): Freshness {
    return judgeFreshness(kept.fetchedAtMs, { nowMs: this.#now(), ttlMs: this.#parts.ttlMs, maxAgeS });
  }

  /** Shares or makes a fetch; when the upstream is out of order, a page that ran out stands in. */
  async #forward(call: Call): Promise<LoadedPage> {
    const { deadline, request } = call;
    const fallback = this.#fallback(call);
    const patience =
      fallback === undefined ? deadline : startDeadline(request.timeoutMs * PATIENCE, deadline.signal);
    try {
      let flown = await this.#fly(call.keys.shared, call, patience.signal);
      if (!isFor(flown.value, call)) flown = await this.#fly(call.keys.own, call, patience.signal);
      const { status } = flown.value.kept.page;
      if (fallback !== undefined && (status === 429 || status >= 500)) {
        return this.#standIn(call.keys, fallback, status);
      }
      return this.#landed(call, flown.value, flown.collapsed);
    } catch (error) {
      deadline.check();
      if (fallback !== undefined && isOutage(error)) return this.#standIn(call.keys, fallback, undefined);
      throw error;
    } finally {
      patience.clear();
    }
  }

  /** The page that may stand in: one that ran out not too long ago, when the caller did not ask for newer. */
  #fallback({ kept, why }: Call): KeptPage | undefined {
    if (kept === undefined || why !== 'stale') return undefined;
    const overdueMs = ageMs(kept.fetchedAtMs, this.#now()) - this.#parts.ttlMs;
    return overdueMs <= STALE_IF_ERROR_MS ? kept : undefined;
  }

  #fly(key: string, { request, keys, kept, why }: Call, signal: AbortSignal) {
    return this.#flights.join(key, {
      signal,
      start: (flight) =>
        why === 'request'
          ? this.#fetch.fetchNewer(request, keys, kept, flight)
          : this.#fetch.fetchShared(key, request, keys, flight),
      accepts: (landing) => this.#freshness(landing.kept, request.maxAgeS) === 'fresh',
    });
  }

  #hit(keys: SnapshotKeys, kept: KeptPage): LoadedPage {
    this.#parts.onResult?.('hit');
    const status = cacheStatus({ kind: 'hit', ttlS: this.#ttlS(kept) });
    return this.#answer(keys, kept, async () => status);
  }

  #standIn(keys: SnapshotKeys, kept: KeptPage, status: number | undefined): LoadedPage {
    this.#parts.onResult?.('stale_if_error');
    const told = cacheStatus({
      kind: 'forward',
      why: 'stale',
      ...(status === undefined ? {} : { status }),
      ttlS: this.#ttlS(kept),
      servedStale: true,
    });
    return this.#answer(keys, kept, async () => told);
  }

  #landed({ keys, why }: Call, { kept, status, stored }: Landing, joined: boolean): LoadedPage {
    const collapsed = joined || status === undefined;
    this.#parts.onResult?.(collapsed ? 'collapsed' : why);
    const ttlS = this.#ttlS(kept);
    const told = async (mostMs: number): Promise<string> => {
      const isStored = await within(mostMs, stored);
      return cacheStatus({
        kind: 'forward',
        why,
        collapsed,
        stored: isStored && !joined,
        ...(status === undefined ? {} : { status }),
        ...(isStored || status === undefined ? { ttlS } : {}),
      });
    };
    return { ...this.#answer(keys, kept, told, stored), isShared: true };
  }

  /** `stored`: the page must not be forgotten before, or it would be kept after all. */
  #answer(
    keys: SnapshotKeys,
    kept: KeptPage,
    status: NonNullable<LoadedPage['cacheStatus']>,
    stored: Promise<boolean> = Promise.resolve(false),
  ): LoadedPage {
    const { notModified: _, ...facts } = kept.page;
    const forgotten = () => stored.then(() => this.#cache.forget(keys)).then(() => true);
    const forget = async () => void (await within(STORE_WAIT_MS, forgotten()));
    return {
      ...facts,
      ...keepingOf(kept, this.#parts.ttlMs),
      ageS: this.#ageS(kept),
      cacheStatus: status,
      ...(facts.status < 400 ? { forget } : {}),
    };
  }

  #ageS({ fetchedAtMs }: KeptPage): number {
    return Math.floor(ageMs(fetchedAtMs, this.#now()) / 1000);
  }

  /** Together with the age always the time to live; negative once that is over. */
  #ttlS(kept: KeptPage): number {
    return this.#parts.ttlMs / 1000 - this.#ageS(kept);
  }
}

/** What the store says within `mostMs`, else false; it may go on after that. */
function within(mostMs: number, done: Promise<boolean>): Promise<boolean> {
  return Promise.race([done, sleep(Math.min(mostMs, STORE_WAIT_MS), false, { ref: false })]);
}

function isFor({ kept }: Landing, { keys }: Call): boolean {
  return kept.privateToKeyId === null || kept.privateToKeyId === keys.keyId;
}

function isOutage(error: unknown): boolean {
  return error instanceof ServiceError && OUTAGES.has(error.failure.reason);
}
