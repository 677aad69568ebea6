import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Failure, ServiceError } from '../../contract/failure.ts';
import type { FetchClaim, SnapshotStore } from '../../storage/snapshot-store.ts';

/** A process that dies in the middle of a fetch holds the others up at most this long. */
export const CLAIM_MS = 3000;
const RENEW_MS = 1000;
/** Pauses between looks at a fetch that another process is at. */
const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 100;

/**
 * How a fetch ended for those who follow it elsewhere. `free`: the page is in the store, or was not to be had
 * for what is of this process or its callers, so that the next one may lead; `unshared`: the page is nothing to share, and all go on at once, each by itself; or the failure of all.
 */
type LeadEnd = 'free' | 'unshared' | Failure;

/** The right, and the duty, to fetch a page for all processes that share the store. */
export interface FetchLead {
  /** Ends it; never rejects. */
  end(how: LeadEnd): Promise<void>;
}

const ALONE: FetchLead = { end: async () => undefined };

/**
 * Takes the lead in fetching a page, after waiting for whoever has it. Throws the failure of the one that was
 * followed, or the reason of `signal`. A store that fails, and a wait of more than `patienceMs`, let everybody
 * fetch alone.
 */
export async function takeLead(
  store: Pick<SnapshotStore, 'claim' | 'release'>,
  key: string,
  options: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<FetchLead> {
  const holder = randomUUID();
  const endsAt = performance.now() + options.patienceMs;
  let followed: string | null = null;
  for (let look = FIRST_LOOK_MS; performance.now() < endsAt; look = Math.min(look * 1.5, LONGEST_LOOK_MS)) {
    const claim: FetchClaim | undefined = await store
      .claim(key, holder, CLAIM_MS, followed)
      .catch(() => undefined);
    if (claim === undefined) return ALONE;
    if (options.signal.aborted) {
      if (claim.state === 'mine') await store.release(key, holder, null).catch(() => undefined);
      throw options.signal.reason;
    }
    if (claim.state === 'mine') return hold(store, key, holder);
    if (claim.state === 'failed') {
      const failure = readNote(claim.failure);
      if (failure === undefined) return ALONE;
      throw new ServiceError(failure);
    }
    followed = claim.holder;
    await sleep(look, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal.throwIfAborted();
  }
  return ALONE;
}

function hold(store: Pick<SnapshotStore, 'claim' | 'release'>, key: string, holder: string): FetchLead {
  const renewer = setInterval(() => {
    store.claim(key, holder, CLAIM_MS, null).catch(() => undefined);
  }, RENEW_MS).unref();
  return {
    async end(how) {
      clearInterval(renewer);
      const note = how === 'free' ? null : JSON.stringify(how === 'unshared' ? {} : how);
      await store.release(key, holder, note).catch(() => undefined);
    },
  };
}

/** The failure in a note; undefined in that of a page that is not shared. */
function readNote(note: string): Failure | undefined {
  const { reason, message } = JSON.parse(note) as Partial<Failure>;
  return reason === undefined || message === undefined ? undefined : { reason, message };
}
