import type { SnapshotMeta, SnapshotStore } from '../../storage/snapshot-store.ts';

/** SHA-256 of no bytes. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Keeps a note among the pages: of `url`, as of `atMs`, with `extra` to say. False: there is no room. */
export function putNote(
  store: Pick<SnapshotStore, 'put'>,
  key: string,
  {
    url,
    atMs,
    extra = null,
  }: { readonly url: string; readonly atMs: number; readonly extra?: string | null },
): Promise<boolean> {
  const none = { contentType: null, etag: null, lastModified: null, privateToKeyId: null };
  const meta: SnapshotMeta = {
    ...none,
    url,
    finalUrl: url,
    status: 200,
    fetchedAtMs: atMs,
    digest: EMPTY_SHA256,
    extra,
  };
  return store.put(key, { meta, bytes: new Uint8Array() });
}
