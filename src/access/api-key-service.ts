import { fail } from '../contract/failure.ts';
import type { ApiKeyRecord, Stores } from '../storage/ports.ts';
import { subjectOf } from './authenticator.ts';
import type { PlanTable } from './plans.ts';
import { createHandle, createSecretKey } from './secret-key.ts';

/** An API key as lists show it; nothing in it opens anything. */
export type ApiKeyInfo = Omit<ApiKeyRecord, 'hash'>;

interface NewApiKey {
  readonly plan: string;
  readonly name?: string;
  /** A past time is accepted. */
  readonly expiresAtMs?: number | null;
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
export class ApiKeyService {
  readonly #stores: Pick<Stores, 'apiKeys' | 'credits' | 'usage'>;
  readonly #plans: PlanTable;
  readonly #now: () => number;

  /** `now`: wall clock in milliseconds. */
  constructor(stores: Pick<Stores, 'apiKeys' | 'credits' | 'usage'>, plans: PlanTable, now: () => number) {
    this.#stores = stores;
    this.#plans = plans;
    this.#now = now;
  }

  /** Issues a key; the secret is in the answer and nowhere else. Throws `invalid_request` on an unknown plan or a wrong account. */
  async issue(wanted: NewApiKey): Promise<{ readonly key: string; readonly info: ApiKeyInfo }> {
    const made = this.#make(wanted);
    await this.#stores.apiKeys.insert(made.record);
    if (wanted.credits) await this.addCredits(made.record.id, wanted.credits);
    return { key: made.key, info: toInfo(made.record) };
  }

  /** As `issue`, but only when no key exists yet; null otherwise. Safe over concurrent starters. */
  async issueFirst(wanted: NewApiKey): Promise<{ readonly key: string; readonly info: ApiKeyInfo } | null> {
    const made = this.#make(wanted);
    const added = await this.#stores.apiKeys.insertFirst(made.record);
    return added ? { key: made.key, info: toInfo(made.record) } : null;
  }

  /** All keys, oldest first. */
  async list(): Promise<readonly ApiKeyInfo[]> {
    return (await this.#stores.apiKeys.list()).map(toInfo);
  }

  /** Revokes a key, in every process at once. Throws `not_found`. */
  async revoke(id: string): Promise<ApiKeyInfo> {
    const record = await this.#stores.apiKeys.revoke(id, this.#now());
    if (record === null) throw unknownKey(id);
    return toInfo(record);
  }

  /** Revokes a key and removes its daily totals for good. Throws `not_found`. */
  async forget(id: string): Promise<ApiKeyInfo> {
    const key = await this.revoke(id);
    await this.#stores.usage.forget(id, subjectOf(key), this.#now());
    return key;
  }

  /** Sets or lifts (null) the monthly quota of a key, in every process within a second. Throws `not_found`. */
  async setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyInfo> {
    const record = await this.#stores.apiKeys.setQuota(id, monthlyQuota);
    if (record === null) throw unknownKey(id);
    return toInfo(record);
  }

  /** Adds prepaid credits, which never expire; returns the balance. Throws `not_found` or `invalid_request`. */
  async addCredits(id: string, amount: number): Promise<number> {
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > 1_000_000_000) {
      throw fail(
        'invalid_request',
        `Give a whole number of credits from 1 to 1000000000; it is ${JSON.stringify(amount)}.`,
      );
    }
    if ((await this.#stores.apiKeys.find(id)) === null) throw unknownKey(id);
    return this.#stores.credits.grant(id, amount, `grant-${crypto.randomUUID()}`, this.#now());
  }

  /** Prepaid credits that a key holds; 0 of an unknown one. */
  balance(id: string): Promise<number> {
    return this.#stores.credits.balance(id);
  }

  #make(wanted: NewApiKey): { readonly key: string; readonly record: ApiKeyRecord } {
    if (!this.#plans.has(wanted.plan)) {
      const plans = [...this.#plans.keys()].join(', ');
      throw fail(
        'invalid_request',
        `Choose one of the plans ${plans}; it is ${JSON.stringify(wanted.plan)}.`,
      );
    }
    const { account = null, monthlyQuota = null } = wanted;
    if (account !== null && !ACCOUNT.test(account)) {
      throw fail(
        'invalid_request',
        `Name the account with 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit; it is ${JSON.stringify(account)}.`,
      );
    }
    const { key, hash, hint } = createSecretKey('pmk_');
    const record: ApiKeyRecord = {
      id: createHandle('key_'),
      hash,
      hint,
      name: wanted.name ?? '',
      plan: wanted.plan,
      account,
      monthlyQuota,
      createdAtMs: this.#now(),
      expiresAtMs: wanted.expiresAtMs ?? null,
      revokedAtMs: null,
    };
    return { key, record };
  }
}

function toInfo({ hash: _hash, ...info }: ApiKeyRecord): ApiKeyInfo {
  return info;
}

function unknownKey(id: string) {
  return fail(
    'not_found',
    `Give the id of an API key as "keys list" shows it; ${JSON.stringify(id)} is none.`,
  );
}
