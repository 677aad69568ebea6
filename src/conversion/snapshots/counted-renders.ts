import type { SnapshotStore } from '../../storage/snapshot-store.ts';
import { sha256Of } from '../sha256.ts';
import { takeLead } from './fetch-lead.ts';
import { putNote } from './store-note.ts';

/** Renders of one page, each by a fragment, that are kept for one key: an application has pages, a loop has fragments without end. */
export const MOST_RENDERS_BY_FRAGMENT = 16;
/** Longest wait for others who count renders of the same page for the same key, which takes them milliseconds. */
const COUNTING_MS = 2000;

/** Renders that count, by the digest of their key: when each was made, in milliseconds of the wall clock. */
type Counted = Readonly<Record<string, number>>;

/** A page and a render of it. */
interface CountedKeys {
  readonly url: string;
  /** Of the render, for everybody. */
  readonly shared: string;
  /** Under which name the caller's renders of the page are counted; undefined of what is no render by fragment. */
  readonly counted: string | undefined;
}

export type CountedRenders = ReturnType<typeof countedRenders>;

/** Counts the renders by fragment that are kept of each page for each key, over all processes that share the store. */
export function countedRenders({
  store,
  ttlMs,
  now,
}: {
  readonly store: SnapshotStore;
  readonly ttlMs: number;
  readonly now: () => number;
}) {
  const change = async (
    { counted, url, shared }: CountedKeys,
    to: (renders: Counted, id: string) => Counted | undefined,
  ): Promise<boolean> => {
    if (counted === undefined) return true;
    const id = await sha256Of(new TextEncoder().encode(shared));
    const { signal } = new AbortController();
    const lead = await takeLead(store, counted, { signal, patienceMs: COUNTING_MS });
    try {
      const note = await store.find(counted);
      const all = Object.entries(JSON.parse(note?.extra ?? '{}') as Counted);
      const fresh = Object.fromEntries(all.filter(([, atMs]) => now() - atMs < ttlMs));
      const next = to(fresh, id);
      if (next === undefined) return false;
      return await putNote(store, counted, { url, atMs: now(), extra: JSON.stringify(next) });
    } catch {
      // What cannot be counted is not kept.
      return false;
    } finally {
      await lead.end('free');
    }
  };
  return {
    /** Whether one more may be kept, which then counts until its time is over; always for what is no render by fragment. */
    take: (keys: CountedKeys): Promise<boolean> =>
      change(keys, (renders, id) => {
        const next = { ...renders, [id]: now() };
        return Object.keys(next).length > MOST_RENDERS_BY_FRAGMENT ? undefined : next;
      }),
    /** It is kept no more. */
    async drop(keys: CountedKeys): Promise<void> {
      await change(keys, (renders, id) => {
        const { [id]: _, ...rest } = renders;
        return rest;
      });
    },
  };
}
