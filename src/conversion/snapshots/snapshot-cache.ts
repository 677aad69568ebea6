import { parseTargetUrl } from '../../fetching/target-url.ts';
import type { Snapshot, SnapshotMeta, SnapshotStore } from '../../storage/snapshot-store.ts';
import { pageVersion } from '../page-cursor.ts';
import type { LoadedPage, PageBytes, PageRequest } from '../ports.ts';
import { sha256Of } from '../sha256.ts';

/** A page with what decides whether it may be served again. */
export interface KeptPage {
  readonly page: LoadedPage;
  /** Wall clock when the upstream was last asked for it. */
  readonly fetchedAtMs: number;
  /** The only key that may be served from it; null: everybody. */
  readonly privateToKeyId: string | null;
}

/** The store as a cache is used: whatever fails is a miss, and is told to `onFault`. */
export class SnapshotCache {
  readonly #store: SnapshotStore;
  readonly #allows: (url: string) => boolean;
  readonly #onFault: (error: unknown) => void;

  constructor(parts: {
    readonly store: SnapshotStore;
    /** Whether a URL may be fetched at all. */
    readonly allows: (url: string) => boolean;
    readonly onFault: (error: unknown) => void;
  }) {
    this.#store = parts.store;
    this.#allows = parts.allows;
    this.#onFault = parts.onFault;
  }

  /**
   * The page for everybody when it is `good`, else the newer one of it and the caller's own. None when an address
   * on its way may not be fetched any more.
   */
  async find(keys: SnapshotKeys, good: (kept: KeptPage) => boolean): Promise<KeptPage | undefined> {
    const shared = await this.#read(keys.shared, null);
    if (shared !== undefined && good(shared)) return shared;
    const own = await this.#read(keys.own, keys.keyId);
    if (shared === undefined || own === undefined) return own ?? shared;
    return own.fetchedAtMs > shared.fetchedAtMs ? own : shared;
  }

  /** A version of the page that a newer one has replaced. */
  async findVersion(keys: SnapshotKeys, version: string): Promise<KeptPage | undefined> {
    return (
      (await this.#read(versionKey(keys.shared, version), null)) ??
      (await this.#read(versionKey(keys.own, version), keys.keyId))
    );
  }

  /** Keeps what a page will replace for those who read on in it; not what it hides from them by being private. */
  async retain(keys: SnapshotKeys, next: KeptPage, good: (kept: KeptPage) => boolean): Promise<void> {
    const isPublic = next.privateToKeyId === null;
    for (const key of isPublic ? [keys.shared, keys.own] : [keys.own]) {
      await this.#try(async () => {
        const found = await this.#store.get(key);
        if (found !== null && good(keptPage(found.meta)))
          await this.#store.put(versionKey(key, pageVersion(found.meta.digest)), found);
      });
    }
  }

  /** Keeps a page in its one place; true when it was stored. */
  keep(keys: SnapshotKeys, kept: KeptPage): Promise<boolean> {
    const [key, other] = kept.privateToKeyId === null ? [keys.shared, keys.own] : [keys.own, keys.shared];
    return this.#try(async () => {
      try {
        return await this.#store.put(key, await toSnapshot(keys.url, kept));
        // What was public may have become private; then others must not see the older page either.
      } catch (fault) {
        // Nor may an older page come back after a newer one that could not be stored.
        await this.#store.delete(key).catch(() => undefined);
        throw fault;
      } finally {
        await this.#store.delete(other);
      }
    });
  }

  /** Notes that a page is as fresh as if it had been fetched then. */
  touch(keys: SnapshotKeys, { privateToKeyId, fetchedAtMs }: KeptPage): Promise<boolean> {
    const key = privateToKeyId === null ? keys.shared : keys.own;
    return this.#try(() => this.#store.touch(key, fetchedAtMs));
  }

  /** Removes what the caller could be served. */
  async forget(keys: SnapshotKeys): Promise<void> {
    await this.#try(async () => {
      await this.#store.delete(keys.shared);
      await this.#store.delete(keys.own);
    });
  }

  async #read(key: string, keyId: string | null): Promise<KeptPage | undefined> {
    const meta = await this.#ask(() => this.#store.find(key));
    const kept = meta === null ? undefined : keptPage(meta, () => this.#bytes(key, meta.digest));
    return kept?.privateToKeyId === keyId && this.#isAllowed(kept.page) ? kept : undefined;
  }

  /** The bytes under a key, while they are those of the digest. */
  async #bytes(key: string, digest: string): Promise<PageBytes | undefined> {
    const found = await this.#ask(() => this.#store.get(key));
    return found?.meta.digest === digest ? (found.bytes as PageBytes) : undefined;
  }

  #isAllowed({ redirects, finalUrl }: LoadedPage): boolean {
    return redirects.every(({ url }) => this.#allows(url)) && this.#allows(finalUrl);
  }

  /** What the store has. */
  #ask<T>(work: () => Promise<T | null>): Promise<T | null> {
    return work().catch((error) => {
      this.#onFault(error);
      return null;
    });
  }

  /** Whether the store did it: false too when it says so itself. */
  #try(work: () => Promise<unknown>): Promise<boolean> {
    return work().then(
      (done) => done !== false,
      (error) => {
        this.#onFault(error);
        return false;
      },
    );
  }
}

async function toSnapshot(url: string, { page, fetchedAtMs, privateToKeyId }: KeptPage): Promise<Snapshot> {
  const { bytes, contentType, finalUrl, status, caching, redirects } = page;
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
      extra: JSON.stringify({ redirects }),
    },
    bytes,
  };
}

const NO_BYTES: PageBytes = new Uint8Array(0);

function keptPage(meta: SnapshotMeta, read?: LoadedPage['read']): KeptPage {
  const { contentType, etag, lastModified, finalUrl, status, fetchedAtMs, privateToKeyId, extra } = meta;
  const { redirects = [] } = JSON.parse(extra ?? '{}') as Partial<Pick<LoadedPage, 'redirects'>>;
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
      caching: { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) },
    },
    fetchedAtMs,
    privateToKeyId,
  };
}

/** Whoever converts without a key: the one user of this process. */
const NO_KEY = 'local';

/** Under which names a page is kept and shared. */
export interface SnapshotKeys {
  /** The address as it is fetched: normalised by the URL standard only, without fragment. */
  readonly url: string;
  /** Of a page for everybody. */
  readonly shared: string;
  /** Of a page that is for this caller only. */
  readonly own: string;
  readonly keyId: string;
}

/** Under which name a version of a page (`pageVersion`) is kept when a newer one takes its place. */
const versionKey = (key: string, version: string): string => JSON.stringify([key, version]);

/**
 * The keys of a request: everything that shapes what is fetched, and nothing that is applied afterwards. `scope`
 * stands for the settings that decide what may be fetched, so that a page kept under others is not found. Throws
 * what `parseTargetUrl` throws.
 */
export function snapshotKeys(scope: string, request: PageRequest): SnapshotKeys {
  const url = parseTargetUrl(request.url).url.href;
  const selector = request.view === 'rendered' ? request.waitForSelector : undefined;
  const parts = [scope, url, request.view, request.language ?? null, selector ?? null];
  const keyId = request.keyId ?? NO_KEY;
  return { url, shared: JSON.stringify(parts), own: JSON.stringify([...parts, keyId]), keyId };
}
