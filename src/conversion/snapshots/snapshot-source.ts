import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../contract/failure.ts';
import { type Deadline, orAborted, startDeadline } from '../../fetching/deadline.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import type { LoadedPage, PageRequest, PageSource } from '../ports.ts';
import { countedRenders } from './counted-renders.ts';
import { ageMs, cacheStatus, type Freshness, forwardStatus, judgeFreshness, notCached } from './freshness.ts';
import { fragmentReader } from './page-fragment.ts';
import { sharedFlights, type Waiter } from './shared-flight.ts';
import { type KeptPage, type SnapshotKeys, snapshotCache, snapshotKeys } from './snapshot-cache.ts';
import { keepingOf, type Landing, snapshotFetch } from './snapshot-fetch.ts';

/** How long after its time a page may stand in for an upstream that fails (RFC 5861, 4). */
export const STALE_IF_ERROR_MS = 86_400_000;
/** A caller with a page that ran out gives the upstream this part of its time, and keeps the rest to serve it. */
const PATIENCE = 2 / 3;
/** A caller with a fragment gives the source, which tells what it names, this part of its time. */
const SOURCE_SHARE = 1 / 3;
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
  readonly waiter: Waiter;
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
  const { inner, allows, scope, ttlMs, onResult, now = Date.now } = parts;
  const counted = countedRenders({ ...parts, now });
  const cache = snapshotCache({
    ...parts,
    counted,
    onFault(error) {
      onResult?.('store_fault');
      parts.onFault?.(error);
    },
  });
  const freshness = (kept: KeptPage, maxAgeS?: number): Freshness =>
    judgeFreshness(kept.fetchedAtMs, { nowMs: now(), ttlMs, maxAgeS });
  const isFresh = (kept: KeptPage) => freshness(kept) === 'fresh';
  const fetch = snapshotFetch({ ...parts, cache, counted, now, isFresh });
  const join = sharedFlights();
  const ageS = ({ fetchedAtMs }: KeptPage): number => Math.floor(ageMs(fetchedAtMs, now()) / 1000);
  /** Together with the age always the time to live; negative once that is over. */
  const ttl = (kept: KeptPage): string => `ttl=${ttlMs / 1000 - ageS(kept)}`;

  /** Pages that were dropped since they were answered with. */
  const forgotten = new WeakSet<KeptPage>();
  /** The version that is asked for where it is kept and good, else what is kept now. */
  const find = async (
    keys: SnapshotKeys,
    version: string | undefined,
    isGood: (kept: KeptPage) => boolean,
  ): Promise<KeptPage | undefined> => {
    const older = version === undefined ? undefined : await cache.findVersion(keys, version);
    return older !== undefined && isGood(older) ? older : cache.find(keys, isGood);
  };
  /** `stored`: the page must not be forgotten before, or it would be kept after all. */
  const answer = (
    keys: SnapshotKeys,
    kept: KeptPage,
    status: NonNullable<LoadedPage['cacheStatus']>,
    stored: Promise<boolean> = Promise.resolve(false),
  ): LoadedPage => {
    const { notModified: _, ...facts } = kept.page;
    const dropped = () => stored.then(() => cache.forget(keys));
    const forget = async () => {
      forgotten.add(kept);
      await within(STORE_WAIT_MS, dropped());
    };
    return {
      ...facts,
      ...keepingOf(kept, ttlMs),
      ageS: ageS(kept),
      cacheStatus: status,
      ...(facts.status < 400 && !kept.isPassing ? { forget } : {}),
    };
  };
  const hit = (keys: SnapshotKeys, kept: KeptPage): LoadedPage => {
    onResult?.('hit');
    const status = cacheStatus('hit', ttl(kept));
    return answer(keys, kept, async () => status);
  };
  /** The upstream failed, and the page that ran out is served in its place. */
  const standIn = (keys: SnapshotKeys, kept: KeptPage, status: number | undefined): LoadedPage => {
    onResult?.('stale_if_error');
    const told = cacheStatus('fwd=stale', forwardStatus(status), ttl(kept), 'detail=stale-if-error');
    return answer(keys, kept, async () => told);
  };
  const landed = ({ keys, why }: Call, { kept, status, stored }: Landing, hasJoined: boolean): LoadedPage => {
    const isCollapsed = hasJoined || status === undefined;
    onResult?.(isCollapsed ? 'collapsed' : why);
    const timeLeft = ttl(kept);
    const told = async (mostMs: number): Promise<string> => {
      const isStored = !forgotten.has(kept) && (await within(mostMs, stored));
      return cacheStatus(
        `fwd=${why}`,
        forwardStatus(status),
        isStored && !hasJoined ? 'stored' : undefined,
        isCollapsed ? 'collapsed' : undefined,
        isStored || status === undefined ? timeLeft : undefined,
      );
    };
    return { ...answer(keys, kept, told, stored), isShared: true };
  };
  /** The page that may stand in: one that ran out not too long ago, when the caller did not ask for newer. */
  const fallbackOf = ({ kept, why }: Call): KeptPage | undefined => {
    if (kept === undefined || why !== 'stale') return undefined;
    return ageMs(kept.fetchedAtMs, now()) - ttlMs <= STALE_IF_ERROR_MS ? kept : undefined;
  };
  const fly = (key: string, { request, keys, kept, why, waiter }: Call, signal: AbortSignal) =>
    join(key, {
      signal,
      waiter,
      start: (flight) =>
        why === 'request'
          ? fetch.newer(request, keys, kept, flight)
          : fetch.shared(key, request, keys, flight),
      accepts: (landing) => freshness(landing.kept, request.maxAgeS) === 'fresh',
    });
  /** Shares or makes a fetch; when the upstream is out of order, a page that ran out stands in. */
  const forward = async (call: Call): Promise<LoadedPage> => {
    const { deadline, request, keys } = call;
    const fallback = fallbackOf(call);
    const patience =
      fallback === undefined ? deadline : startDeadline(request.timeoutMs * PATIENCE, deadline.signal);
    try {
      let flown = await fly(keys.shared, call, patience.signal);
      if (!isFor(flown.value, call)) flown = await fly(keys.own, call, patience.signal);
      const { status, cutFor } = flown.value.kept.page;
      if (fallback !== undefined && (status === 429 || status >= 500 || cutFor !== undefined))
        return standIn(keys, fallback, status);
      return landed(call, flown.value, flown.collapsed);
    } catch (error) {
      deadline.check();
      if (fallback !== undefined && isOutage(error)) return standIn(keys, fallback, undefined);
      throw error;
    } finally {
      patience.clear();
    }
  };

  const load = async (request: PageRequest): Promise<LoadedPage> => {
    const { onlyIfCached, version, ...wanted } = request;
    const keys = snapshotKeys(scope, request);
    const deadline = startDeadline(request.timeoutMs, request.signal);
    const endsAt = performance.now() + request.timeoutMs;
    const waiter = { keyId: keys.keyId, endsAt, isOwn: request.isHasty === true };
    try {
      const isGood = (one: KeptPage) => freshness(one, request.maxAgeS) === 'fresh';
      const kept = await orAborted(find(keys, version, isGood), deadline.signal);
      if (kept !== undefined && isGood(kept)) return hit(keys, kept);
      if (onlyIfCached) throw notCached();
      const isStale = kept !== undefined && freshness(kept, request.maxAgeS) === 'stale';
      const why = kept === undefined ? 'miss' : isStale ? 'stale' : 'request';
      return await forward({ request: wanted, keys, deadline, waiter, kept, why });
    } finally {
      deadline.clear();
    }
  };
  const withFragment = fragmentReader(({ version: _, ...request }) =>
    load({
      ...request,
      view: 'source',
      waitForSelector: undefined,
      maxAgeS: undefined,
      timeoutMs: request.timeoutMs * SOURCE_SHARE,
    }),
  );

  return {
    async load(request) {
      // What the policy refuses is refused by the fetcher itself, in its own words and time.
      if (!allows(request.url)) return inner.load(request);
      if (request.noStore) {
        const { onlyIfCached, version: _, ...wanted } = request;
        if (onlyIfCached) throw notCached();
        return { ...(await inner.load(wanted)), cacheStatus: async () => cacheStatus('fwd=request') };
      }
      const startedAt = performance.now();
      const shown = await orAborted(withFragment(request), request.signal);
      return load({ ...shown, timeoutMs: Math.max(1, request.timeoutMs - (performance.now() - startedAt)) });
    },
  };
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
