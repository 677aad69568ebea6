import { type FailureReason, ServiceError, toFailure } from '../../contract/failure.ts';
import type { Patience } from '../../rendering/renderer.ts';
import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import type { LoadedPage, PageRequest, PageSource } from '../ports.ts';
import { sha256Of } from '../sha256.ts';
import type { CountedRenders } from './counted-renders.ts';
import { type FetchLead, takeLead } from './fetch-lead.ts';
import { isPrivate } from './freshness.ts';
import type { KeptPage, SnapshotCache, SnapshotKeys } from './snapshot-cache.ts';

/** What a page to keep was answered with; other successes stand for something not there yet. */
const KEPT_STATUSES: ReadonlySet<number> = new Set([200, 203]);
/** The upstream says that the page is no more; an older one must not stand in for it. */
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);

/** Reasons that another process would meet too; the others are of what one caller or this process lacks. */
const OF_ALL: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'invalid_request',
  'invalid_url',
  'blocked_target',
  'fetch_timeout',
  'response_too_large',
  'too_many_redirects',
  'upstream_unreachable',
  'upstream_tls',
  'malformed_response',
  'document_too_complex',
]);

/** What a fetch brings to everybody who waits for it. */
export interface Landing {
  readonly kept: KeptPage;
  /** What the upstream answered; undefined when another process had stored the page meanwhile. */
  readonly status?: number;
  /** Whether the page came to be stored; never rejects. */
  readonly stored: Promise<boolean>;
}

/** A fetch that is over; newcomers may still join it until `settled`. */
export interface Landed {
  readonly value: Landing;
  readonly settled: Promise<unknown>;
}

interface SnapshotFetchParts {
  readonly inner: PageSource;
  readonly store: SnapshotStore;
  readonly cache: SnapshotCache;
  readonly counted: CountedRenders;
  /** Deadline of a load, and longest wait for that of another process. */
  readonly loadTimeoutMs: number;
  readonly isFresh: (kept: KeptPage) => boolean;
  readonly now: () => number;
}

/** For how long a page is fetched. */
export interface Fetching {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** The time of all who wait. */
  readonly patience: () => Patience;
}

/** How a page is asked for. */
interface Asking extends Fetching {
  readonly lead?: FetchLead;
  /** The page that is kept may be fresh yet. */
  readonly isEarly?: boolean;
}

/** Fetches of pages, and the storing of what they bring. */
export function snapshotFetch(parts: SnapshotFetchParts) {
  const { inner, store, cache, counted, loadTimeoutMs, isFresh, now } = parts;
  const keep = async (keys: SnapshotKeys, kept: KeptPage, isKnown: boolean): Promise<boolean> => {
    const { status, cutFor } = kept.page;
    if (cutFor !== undefined) return false;
    if (isKnown) return cache.touch(keys, kept);
    if (KEPT_STATUSES.has(status) && !kept.isPassing) return cache.keep(keys, kept);
    // An older page would come back after one that was newer.
    if (GONE_STATUSES.has(status) || kept.isPassing) await cache.forget(keys);
    return false;
  };
  const isPassing = async (keys: SnapshotKeys, { status, cutFor }: LoadedPage): Promise<boolean> =>
    cutFor !== undefined || (KEPT_STATUSES.has(status) && !(await counted.take(keys)));
  const ask = async (
    request: PageRequest,
    keys: SnapshotKeys,
    kept: KeptPage | undefined,
    asking: Asking,
  ): Promise<Landed> => {
    const { signal, patience, lead, isEarly = false } = asking;
    const fetchedAtMs = now();
    const page = await inner.load({
      ...request,
      patience,
      timeoutMs: loadTimeoutMs,
      signal,
      ...validatorsOf(kept),
    });
    const privateToKeyId = isPrivate(page.caching) ? keys.keyId : null;
    const held = page.notModified === true ? kept : undefined;
    const asked = { fetchedAtMs, privateToKeyId, isPassing: await isPassing(keys, page) };
    const fresh =
      held === undefined
        ? { page: { ...page, sha256: await sha256Of(page.bytes) }, ...asked }
        : await heldPage(held, asked);
    if (fresh === undefined) return ask(request, keys, undefined, asking);
    const isKnown = held !== undefined && held.privateToKeyId === fresh.privateToKeyId;
    const retained =
      isEarly && !isKnown && !asked.isPassing ? cache.retain(keys, fresh, isFresh) : Promise.resolve();
    const stored = retained.then(() => keep(keys, fresh, isKnown));
    const settled = stored.then((isStored) =>
      // A page that was cut short says nothing of what another caller will get.
      lead?.end(
        (isStored && fresh.privateToKeyId === null) || page.cutFor !== undefined ? 'free' : 'unshared',
      ),
    );
    return { value: { kept: fresh, status: page.status, stored }, settled };
  };
  return {
    /** Fetches as one of all processes that share the store; `claimKey` is what they agree by. */
    async shared(
      claimKey: string,
      request: PageRequest,
      keys: SnapshotKeys,
      fetching: Fetching,
    ): Promise<Landed> {
      const lead = await takeLead(store, claimKey, { signal: fetching.signal, patienceMs: loadTimeoutMs });
      try {
        const kept = await cache.find(keys, isFresh);
        if (kept === undefined || !isFresh(kept))
          return await ask(request, keys, kept, { ...fetching, lead });
        return { value: { kept, stored: Promise.resolve(false) }, settled: lead.end('free') };
      } catch (error) {
        const failure = toFailure(error);
        await lead.end(fetching.signal.aborted || !OF_ALL.has(failure.reason) ? 'free' : failure);
        throw error;
      }
    },
    /** Fetches for those who want it newer than `kept`, whatever another process may have begun earlier. */
    newer: (request: PageRequest, keys: SnapshotKeys, kept: KeptPage | undefined, fetching: Fetching) =>
      ask(request, keys, kept, { ...fetching, isEarly: true }),
  };
}

/** A page that still holds, with its bytes; undefined when they have gone from the store meanwhile. */
async function heldPage(
  { page, privateToKeyId }: KeptPage,
  asked: Omit<KeptPage, 'page'>,
): Promise<KeptPage | undefined> {
  const { read, ...facts } = page;
  const bytes = read === undefined ? page.bytes : await read();
  if (bytes === undefined) return undefined;
  return {
    page: { ...facts, bytes },
    ...asked,
    privateToKeyId: privateToKeyId ?? asked.privateToKeyId,
  };
}

/** For whom and until when what is made of a page may be kept: as long as the page itself. */
export function keepingOf(
  { page, fetchedAtMs, privateToKeyId, isPassing }: KeptPage,
  ttlMs: number,
): Pick<LoadedPage, 'keeping'> {
  if (!KEPT_STATUSES.has(page.status) || isPassing) return {};
  return { keeping: { untilMs: fetchedAtMs + ttlMs, keyId: privateToKeyId } };
}

function validatorsOf(kept: KeptPage | undefined): Pick<PageRequest, 'validators'> {
  const { etag, lastModified } = kept?.page.caching ?? {};
  if (kept === undefined || (etag === undefined && lastModified === undefined)) return {};
  return { validators: { url: kept.page.finalUrl, etag, lastModified } };
}

/** Whether a fetch was refused for what its caller has in work, which tells others nothing. */
export function isOfCaller(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.failure.reason === 'concurrency_limited';
}
