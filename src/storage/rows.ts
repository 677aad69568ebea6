import type { ApiKeyRecord, CreditEntry, CreditEntryKind, LicenseRecord } from './ports.ts';

/** A row of `api_key`, the same in both SQL adapters. */
export interface ApiKeyRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly plan: string;
  readonly account: string | null;
  readonly monthly_quota: number | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
}

/** A row of `license`. */
export interface LicenseRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly tier: 'pro';
  readonly ai_calls_limit: number;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
}

/** A row of `credit_entry`. */
export interface CreditEntryRow {
  readonly key_id: string;
  readonly seq: number;
  readonly kind: CreditEntryKind;
  readonly delta: number;
  readonly balance: number;
  readonly ref: string;
  readonly at_ms: number;
}

function toApiKeyRow(key: ApiKeyRecord): ApiKeyRow {
  const { id, hash, hint, name, plan, account, monthlyQuota, createdAtMs, expiresAtMs, revokedAtMs } = key;
  const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
  return { id, hash, hint, name, plan, account, monthly_quota: monthlyQuota, ...times };
}

function toApiKey(row: ApiKeyRow): ApiKeyRecord {
  const { id, hash, hint, name, plan, account, monthly_quota, created_at_ms, expires_at_ms, revoked_at_ms } =
    row;
  const times = { createdAtMs: created_at_ms, expiresAtMs: expires_at_ms, revokedAtMs: revoked_at_ms };
  return { id, hash, hint, name, plan, account, monthlyQuota: monthly_quota, ...times };
}

function toLicenseRow(license: LicenseRecord): LicenseRow {
  const { id, hash, hint, name, tier, aiCallsLimit, createdAtMs, expiresAtMs, revokedAtMs } = license;
  const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
  return { id, hash, hint, name, tier, ai_calls_limit: aiCallsLimit, ...times };
}

function toLicense(row: LicenseRow): LicenseRecord {
  const { id, hash, hint, name, tier, ai_calls_limit, created_at_ms, expires_at_ms, revoked_at_ms } = row;
  const times = { createdAtMs: created_at_ms, expiresAtMs: expires_at_ms, revokedAtMs: revoked_at_ms };
  return { id, hash, hint, name, tier, aiCallsLimit: ai_calls_limit, ...times };
}

/** A table of records that are found by the hash of a secret: keys or licences. */
export interface KeyedTable<Item, Row> {
  readonly name: 'api_key' | 'license';
  /** In the order of a row's values. */
  readonly columns: readonly (keyof Row & string)[];
  readonly toRow: (record: Item) => Row;
  readonly fromRow: (row: Row) => Item;
}

/** The table of API keys, the same in both SQL adapters. */
export const API_KEYS: KeyedTable<ApiKeyRecord, ApiKeyRow> = {
  name: 'api_key',
  columns: [
    'id',
    'hash',
    'hint',
    'name',
    'plan',
    'account',
    'monthly_quota',
    'created_at_ms',
    'expires_at_ms',
    'revoked_at_ms',
  ],
  toRow: toApiKeyRow,
  fromRow: toApiKey,
};

/** The table of licences. */
export const LICENSES: KeyedTable<LicenseRecord, LicenseRow> = {
  name: 'license',
  columns: [
    'id',
    'hash',
    'hint',
    'name',
    'tier',
    'ai_calls_limit',
    'created_at_ms',
    'expires_at_ms',
    'revoked_at_ms',
  ],
  toRow: toLicenseRow,
  fromRow: toLicense,
};

export function toCreditEntry(row: CreditEntryRow): CreditEntry {
  const { key_id: keyId, seq, kind, delta, balance, ref, at_ms: atMs } = row;
  return { keyId, seq, kind, delta, balance, ref, atMs };
}
