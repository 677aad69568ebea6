import { fail } from '../contract/failure.ts';
import type { ApiKeyRecord, Stores } from '../storage/ports.ts';
import { subjectOf } from './authenticator.ts';
import { checkAmount, type Issued, IssuedSecrets, type NewSecret } from './issued-secrets.ts';
import type { PlanTable } from './plans.ts';

/** An API key as lists show it; nothing in it opens anything. */
export type ApiKeyInfo = Omit<ApiKeyRecord, 'hash'>;

interface NewApiKey extends NewSecret {
  readonly plan: string;
  /** Prepaid credits to start with. */
  readonly credits?: number;
  /** Keys of the same account share their request windows. */
  readonly account?: string | null;
  /** Most calls per calendar month (UTC). */
  readonly monthlyQuota?: number | null;
}

/** Safe in a key of Redis, in CSV and in a shell. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Issues, lists and revokes API keys; `Authenticator` recognises them. */
export class ApiKeyService extends IssuedSecrets<ApiKeyRecord, NewApiKey> {
  readonly #stores: Pick<Stores, 'apiKeys' | 'credits' | 'usage'>;
  readonly #plans: PlanTable;

  /** `now`: wall clock in milliseconds. */
  constructor(stores: Pick<Stores, 'apiKeys' | 'credits' | 'usage'>, plans: PlanTable, now: () => number) {
    super(stores.apiKeys, { prefix: 'pmk_', handle: 'key_', called: 'an API key as "keys list"' }, now);
    this.#stores = stores;
    this.#plans = plans;
  }

  /** As of every secret, with its credits. Throws `invalid_request` on an unknown plan or a wrong account. */
  override async issue(wanted: NewApiKey): Promise<Issued<ApiKeyRecord>> {
    const issued = await super.issue(wanted);
    if (wanted.credits) await this.addCredits(issued.info.id, wanted.credits);
    return issued;
  }

  /** Revokes a key and removes its daily totals for good. Throws `not_found`. */
  async forget(id: string): Promise<ApiKeyInfo> {
    const key = await this.revoke(id);
    await this.#stores.usage.forget(id, subjectOf(key), this.now());
    return key;
  }

  /** Sets or lifts (null) the monthly quota of a key, in every process within a second. Throws `not_found`. */
  async setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyInfo> {
    return this.known(id, await this.#stores.apiKeys.setQuota(id, monthlyQuota));
  }

  /** Adds prepaid credits, which never expire; returns the balance. Throws `not_found` or `invalid_request`. */
  async addCredits(id: string, amount: number): Promise<number> {
    checkAmount(amount, 1, 'credits');
    this.known(id, await this.#stores.apiKeys.find(id));
    return this.#stores.credits.grant(id, amount, `grant-${crypto.randomUUID()}`, this.now());
  }

  /** Prepaid credits that a key holds; 0 of an unknown one. */
  balance(id: string): Promise<number> {
    return this.#stores.credits.balance(id);
  }

  protected override ownFields({ plan, account = null, monthlyQuota = null }: NewApiKey) {
    if (!this.#plans.has(plan)) {
      const plans = [...this.#plans.keys()].join(', ');
      throw fail('invalid_request', `Choose one of the plans ${plans}; it is ${JSON.stringify(plan)}.`);
    }
    if (account !== null && !ACCOUNT.test(account)) {
      throw fail(
        'invalid_request',
        `Name the account with 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit; it is ${JSON.stringify(account)}.`,
      );
    }
    return { plan, account, monthlyQuota };
  }
}
