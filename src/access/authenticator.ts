import { LRUCache } from 'lru-cache';
import type { ApiKeyRecord, ApiKeyStore } from '../storage/ports.ts';
import { stateOf } from './issued-secrets.ts';
import { type NamedPlan, type PlanTable, planOf } from './plans.ts';
import { hashSecretKey } from './secret-key.ts';

/** Who calls: an API key and what its plan allows now. */
export interface Caller {
  readonly keyId: string;
  readonly plan: NamedPlan;
  /** Whose request windows it shares: the key's own, or its account's. */
  readonly subject: string;
  /** Most calls per calendar month (UTC); null: no such limit. */
  readonly monthlyQuota: number | null;
}

/** The subject of a key's request windows. */
export function subjectOf({ id, account }: Pick<ApiKeyRecord, 'id' | 'account'>): string {
  return account === null ? id : `account:${account}`;
}

/** How long an accepted key is good for a refusal, and how many are remembered. */
const RECALLED_MS = 500;
const RECALLED_MAX = 10_000;

/** Recognises callers by their API keys. */
export type Authenticator = ReturnType<typeof createAuthenticator>;

/** `now`: wall clock in milliseconds. `clock`: milliseconds of a monotonic clock. */
export function createAuthenticator(
  apiKeys: Pick<ApiKeyStore, 'findByHash' | 'find'>,
  plans: PlanTable,
  now: () => number,
  clock: () => number,
) {
  // Without a resolution: with one, each look starts a timer, and under load its wake-up costs more than the look.
  const accepted = new LRUCache<string, Caller>({
    max: RECALLED_MAX,
    ttl: RECALLED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  });
  const callerOf = (record: ApiKeyRecord | null): Caller | null => {
    if (record === null || stateOf(record, now()) !== 'active') return null;
    const { id: keyId, monthlyQuota } = record;
    return { keyId, plan: planOf(plans, record.plan), subject: subjectOf(record), monthlyQuota };
  };
  return {
    /**
     * The caller behind a bearer key; null for one that is unknown, revoked or expired. Every text is hashed and looked
     * up, whatever its form, so the time taken tells nothing about it.
     */
    async authenticate(key: string): Promise<Caller | null> {
      const hash = hashSecretKey(key);
      const caller = callerOf(await apiKeys.findByHash(hash));
      if (caller !== null) accepted.set(hash, caller);
      return caller;
    },
    /** Whose work goes on without a request; null for a key that is revoked or expired by now. */
    byId: async (keyId: string): Promise<Caller | null> => callerOf(await apiKeys.find(keyId)),
    /** Whose key this is when it was accepted a moment ago, else null: enough to refuse a flood, never to serve. */
    recall: (key: string): Caller | null => accepted.get(hashSecretKey(key)) ?? null,
  };
}
