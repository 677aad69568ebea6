import { invalid } from '../contract/failure.ts';
import type { ApiKeyRecord, Stores } from '../storage/ports.ts';
import { subjectOf } from './authenticator.ts';
import { checkAmount, type Issued, issuedSecrets, type NewSecret } from './issued-secrets.ts';
import type { PlanTable } from './plans.ts';

/** An API key as lists show it; nothing in it opens anything. */
export type ApiKeyInfo = Omit<ApiKeyRecord, 'hash'>;

type NewApiKey = NewSecret & {
  readonly plan: string;
  /** Prepaid credits to start with. */
  readonly credits?: number;
  /** Keys of the same account share their request windows. */
  readonly account?: string | null;
  /** Most calls per calendar month (UTC). */
  readonly monthlyQuota?: number | null;
};

/** Safe in a key of Redis, in CSV and in a shell. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Issues, lists and revokes API keys; `Authenticator` recognises them. `now`: wall clock in milliseconds. */
export function createApiKeyService(
  { apiKeys, credits, usage, jobs }: Pick<Stores, 'apiKeys' | 'credits' | 'usage' | 'jobs'>,
  plans: PlanTable,
  now: () => number,
) {
  const quota = (monthlyQuota: number | null) =>
    monthlyQuota === null ? null : checkAmount(monthlyQuota, 0, 'calls');
  const ownFields = ({ plan, account = null, monthlyQuota = null, credits: first = 0 }: NewApiKey) => {
    if (!plans.has(plan))
      throw invalid(
        `Choose one of the plans ${[...plans.keys()].join(', ')}; it is ${JSON.stringify(plan)}.`,
      );
    if (account !== null && !ACCOUNT.test(account))
      throw invalid(
        `Name the account with 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit; it is ${JSON.stringify(account)}.`,
      );
    // Before the key is stored: after it, a refusal would take the one sight of its secret.
    checkAmount(first, 0, 'credits');
    return { plan, account, monthlyQuota: quota(monthlyQuota) };
  };
  const kind = { prefix: 'pmk_', handle: 'key_', called: 'an API key as "keys list"' } as const;
  const { known, ...secrets } = issuedSecrets<ApiKeyRecord, NewApiKey>(apiKeys, kind, ownFields, now);
  const grant = (id: string, amount: number) =>
    credits.grant(id, amount, `grant-${crypto.randomUUID()}`, now());
  /** Adds prepaid credits, which never expire; returns the balance. Throws `not_found` or `invalid_request`. */
  const addCredits = async (id: string, amount: number): Promise<number> => {
    checkAmount(amount, 1, 'credits');
    known(id, await apiKeys.find(id));
    return grant(id, amount);
  };
  return {
    ...secrets,
    addCredits,
    /** As of every secret, with its credits. Throws `invalid_request` on an unknown plan, a wrong account or amount. */
    issue: (wanted: NewApiKey): Promise<Issued<ApiKeyRecord>> =>
      secrets.issue(wanted, async (id) => wanted.credits && grant(id, wanted.credits)),
    /** Revokes a key and removes its daily totals and what its jobs keep for good. Throws `not_found`. */
    async forget(id: string): Promise<ApiKeyInfo> {
      const key = await secrets.revoke(id);
      await usage.forget(id, subjectOf(key), now());
      await jobs.forget(id);
      return key;
    },
    /** Sets or lifts (null) the monthly quota of a key, in every process within a second. Throws `not_found` or `invalid_request`. */
    setQuota: async (id: string, monthlyQuota: number | null) =>
      known(id, await apiKeys.setQuota(id, quota(monthlyQuota))),
    /** Prepaid credits that a key holds; 0 of an unknown one. */
    balance: (id: string) => credits.balance(id),
  };
}
