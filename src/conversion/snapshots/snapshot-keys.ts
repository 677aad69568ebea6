import { parseTargetUrl } from '../../fetching/target-url.ts';
import type { PageRequest } from '../ports.ts';

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
export const versionKey = (key: string, version: string): string => JSON.stringify([key, version]);

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
