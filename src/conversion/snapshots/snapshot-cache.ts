import { parseTargetUrl } from '../../fetching/target-url.ts';
import type { Snapshot, SnapshotMeta, SnapshotStore } from '../../storage/snapshot-store.ts';
import { NO_KEY } from '../caller-accounts.ts';
import { defined } from '../defined.ts';
import { pageVersion } from '../page-cursor.ts';
import type { LoadedPage, PageBytes, PageRequest } from '../ports.ts';
import { sha256Of } from '../sha256.ts';
import type { CountedRenders } from './counted-renders.ts';

/** A page with what decides whether it may be served again. */
export interface KeptPage {
  readonly page: LoadedPage;
  /** Wall clock when the upstream was last asked for it. */
  readonly fetchedAtMs: number;
  /** The only key that may be served from it; null: everybody. */
  readonly privateToKeyId: string | null;
  /** It is given and not kept: its caller's deadline cut it short, or its key keeps enough of its like. */
  readonly isPassing?: boolean;
}

export type SnapshotCache = ReturnType<typeof snapshotCache>;

/**
 * The store as a cache is used: whatever fails is a miss, and is told to `onFault`. `allows`: whether a URL may be fetched at all.
 */
export function snapshotCache({
  store,
  counted,
  allows,
  onFault,
}: {
  readonly store: SnapshotStore;
  readonly counted: Pick<CountedRenders, 'drop'>;
  readonly allows: (url: string) => boolean;
  readonly onFault: (error: unknown) => void;
}) {
  /** What the store has. */
  const ask = <T>(work: () => Promise<T | null>): Promise<T | null> =>
    work().catch((error) => {
      onFault(error);
      return null;
    });
  /** Whether the store did it: false too when it says so itself. */
  const attempt = (work: () => Promise<unknown>): Promise<boolean> =>
    work().then(
      (done) => done !== false,
      (error) => {
        onFault(error);
        return false;
      },
    );
  /** The bytes under a key, while they are those of the digest. */
  const bytesOf = async (key: string, digest: string): Promise<PageBytes | undefined> => {
    const found = await ask(() => store.get(key));
    return found?.meta.digest === digest ? (found.bytes as PageBytes) : undefined;
  };
  const isAllowed = ({ redirects, finalUrl }: LoadedPage): boolean =>
    redirects.every(({ url }) => allows(url)) && allows(finalUrl);
  const read = async (key: string, keyId: string | null): Promise<KeptPage | undefined> => {
    const meta = await ask(() => store.find(key));
    const kept = meta === null ? undefined : keptPage(meta, () => bytesOf(key, meta.digest));
    return kept?.privateToKeyId === keyId && isAllowed(kept.page) ? kept : undefined;
  };
  return {
    /**
     * The page for everybody when it is `good`, else the newer one of it and the caller's own. None when an address
     * on its way may not be fetched any more.
     */
    async find(keys: SnapshotKeys, good: (kept: KeptPage) => boolean): Promise<KeptPage | undefined> {
      const shared = await read(keys.shared, null);
      if (shared !== undefined && good(shared)) return shared;
      const own = await read(keys.own, keys.keyId);
      if (shared === undefined || own === undefined) return own ?? shared;
      return own.fetchedAtMs > shared.fetchedAtMs ? own : shared;
    },
    /** A version of the page that a newer one has replaced. */
    findVersion: async (keys: SnapshotKeys, version: string): Promise<KeptPage | undefined> =>
      (await read(versionKey(keys.shared, version), null)) ??
      (await read(versionKey(keys.own, version), keys.keyId)),
    /** Keeps what a page will replace for those who read on in it; not what it hides from them by being private. */
    async retain(keys: SnapshotKeys, next: KeptPage, good: (kept: KeptPage) => boolean): Promise<void> {
      for (const key of next.privateToKeyId === null ? [keys.shared, keys.own] : [keys.own]) {
        await attempt(async () => {
          const found = await store.get(key);
          if (found !== null && good(keptPage(found.meta)))
            await store.put(versionKey(key, pageVersion(found.meta.digest)), found);
        });
      }
    },
    /** Keeps a page in its one place; true when it was stored. */
    keep(keys: SnapshotKeys, kept: KeptPage): Promise<boolean> {
      const [key, other] = kept.privateToKeyId === null ? [keys.shared, keys.own] : [keys.own, keys.shared];
      return attempt(async () => {
        try {
          return await store.put(key, await toSnapshot(keys.url, kept));
        } catch (fault) {
          // No older page may come back after a newer one that could not be stored.
          await store.delete(key).catch(() => undefined);
          throw fault;
        } finally {
          // What was public may have become private; then others must not see the older page either.
          await store.delete(other);
        }
      });
    },
    /** Notes that a page is as fresh as if it had been fetched then. */
    touch: (keys: SnapshotKeys, { privateToKeyId, fetchedAtMs }: KeptPage): Promise<boolean> =>
      attempt(() => store.touch(privateToKeyId === null ? keys.shared : keys.own, fetchedAtMs)),
    /** Removes what the caller could be served. */
    forget: (keys: SnapshotKeys): Promise<boolean> =>
      attempt(async () => {
        await store.delete(keys.shared);
        await store.delete(keys.own);
        await counted.drop(keys);
      }),
  };
}

/** What a snapshot says of its page beside the fields that all have. */
type FurtherFacts = Pick<LoadedPage, 'redirects' | 'fragment' | 'isLoading'>;

async function toSnapshot(url: string, { page, fetchedAtMs, privateToKeyId }: KeptPage): Promise<Snapshot> {
  const { bytes, contentType, finalUrl, status, caching, redirects, fragment, isLoading } = page;
  return {
    meta: {
      url,
      finalUrl,
      status,
      contentType: contentType ?? null,
      etag: caching?.etag ?? null,
      lastModified: caching?.lastModified ?? null,
      fetchedAtMs,
      digest: page.sha256 ?? (await sha256Of(bytes)),
      privateToKeyId,
      extra: JSON.stringify({ redirects, ...defined({ fragment, isLoading }) } satisfies FurtherFacts),
    },
    bytes,
  };
}

const NO_BYTES: PageBytes = new Uint8Array(0);

function keptPage(meta: SnapshotMeta, read?: LoadedPage['read']): KeptPage {
  const { contentType, etag, lastModified, finalUrl, status, fetchedAtMs, privateToKeyId, extra } = meta;
  const { redirects = [], ...facts } = JSON.parse(extra ?? '{}') as Partial<FurtherFacts>;
  return {
    page: {
      bytes: NO_BYTES,
      ...(read === undefined ? {} : { read }),
      // The store may give the same buffer to others.
      isShared: true,
      sha256: meta.digest,
      contentType: contentType ?? undefined,
      finalUrl,
      status,
      redirects,
      ...facts,
      caching: { etag: etag ?? undefined, lastModified: lastModified ?? undefined },
    },
    fetchedAtMs,
    privateToKeyId,
  };
}

/** Under which names a page is kept and shared. */
export interface SnapshotKeys {
  /** The address as it is fetched: normalised by the URL standard only, without fragment. */
  readonly url: string;
  /** Of a page for everybody. */
  readonly shared: string;
  /** Of a page that is for this caller only. */
  readonly own: string;
  readonly keyId: string;
  /** Of a render by fragment: under which name the caller's renders of that page are counted. */
  readonly counted: string | undefined;
}

/** Under which name a version of a page (`pageVersion`) is kept when a newer one takes its place. */
const versionKey = (key: string, version: string): string => JSON.stringify([key, version]);

/**
 * The keys of a request: everything that shapes what is fetched, and nothing that is applied afterwards. `scope`
 * stands for the settings that decide what may be fetched, so that a page kept under others is not found. What the browser
 * alone sees, selector and fragment, shapes a rendered page. Throws what `parseTargetUrl` throws.
 */
export function snapshotKeys(scope: string, request: PageRequest): SnapshotKeys {
  const target = parseTargetUrl(request.url);
  const url = target.url.href;
  const isRendered = request.view === 'rendered';
  const selector = isRendered ? request.waitForSelector : undefined;
  const fragment = isRendered && target.fragment ? target.fragment : undefined;
  const page = [scope, url, request.view, request.language ?? null, selector ?? null];
  const parts = fragment === undefined ? page : [...page, { fragment }];
  const keyId = request.keyId ?? NO_KEY;
  return {
    url,
    shared: JSON.stringify(parts),
    own: JSON.stringify([...parts, keyId]),
    keyId,
    counted: fragment === undefined ? undefined : JSON.stringify(['renders by fragment', scope, url, keyId]),
  };
}
