import { createHash } from 'node:crypto';

/** What is known of a stored page besides its bytes; the fetching room decides what goes in. */
export interface SnapshotMeta {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedAtMs: number;
  /** SHA-256 of the page's bytes, hex: the content address. */
  readonly digest: string;
  /** Set when only the key that fetched the page may be served from it. */
  readonly privateToKeyId: string | null;
  /** Further facts of the owner, JSON. */
  readonly extra: string | null;
}

export interface Snapshot {
  readonly meta: SnapshotMeta;
  readonly bytes: Uint8Array;
}

/**
 * Fetched pages by request key (URL and the options that shape a fetch). A page's bytes are stored once however
 * many keys lead to them, compressed, and the least recently used pages make room within a bound. It is a cache:
 * a caller takes any rejection for a miss.
 */
export interface SnapshotStore {
  /** What is known of a page without a look at its bytes. */
  find(key: string): Promise<SnapshotMeta | null>;
  get(key: string): Promise<Snapshot | null>;
  /** Stores or replaces. False: the page is larger than the whole bound, and is not kept. */
  put(key: string, snapshot: Snapshot): Promise<boolean>;
  /** Notes a successful revalidation: the page is as fresh as if it had been fetched then. */
  touch(key: string, fetchedAtMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Claims the fetch of a page over all processes that share the store, for `ttlMs` from now; its holder claims
   * again to go on. `followed` is the holder that the caller has been waiting for, who may have failed.
   */
  claim(key: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim>;
  /** Ends a claim. `failure` is kept for {@link FAILURE_NOTE_MS} for those who followed the holder. */
  release(key: string, holder: string, failure: string | null): Promise<void>;
  close(): Promise<void>;
}

/** The answer to a claim: the fetch is the caller's; somebody else is at it; or who was followed has failed. */
export type FetchClaim =
  | { readonly state: 'mine' }
  | { readonly state: 'taken'; readonly holder: string }
  | { readonly state: 'failed'; readonly failure: string };

/** Longest a claim may last without being renewed, so that a clock set back cannot keep a dead one alive. */
export const CLAIM_MAX_MS = 60_000;
/** How long a failed fetch is told to those who waited for it; their next look comes well within. */
export const FAILURE_NOTE_MS = 2000;

/** The name of a page in a store: keys are URLs of up to 8 KiB and more, and their digest is as good. */
export function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
