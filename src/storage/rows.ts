import type { ApiKeyRecord, CreditEntry, CreditEntryKind, LicenseRecord } from './ports.ts';

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

/** A table of records that are found by the hash of a secret, keys or licences, the same in both SQL adapters. */
export interface KeyedTable<Item> {
  readonly name: 'api_key' | 'license';
  readonly columns: readonly string[];
  /** Of a record, in the order of the columns. */
  readonly valuesOf: (record: Item) => readonly unknown[];
  readonly fromRow: (row: object) => Item;
}

/** `columns`: that of each field of a record. */
function keyedTable<Item>(
  name: KeyedTable<Item>['name'],
  columns: Readonly<Record<keyof Item & string, string>>,
): KeyedTable<Item> {
  const pairs = Object.entries(columns) as [keyof Item, keyof object][];
  return {
    name,
    columns: Object.values(columns),
    valuesOf: (record) => pairs.map(([field]) => record[field]),
    fromRow: (row) => Object.fromEntries(pairs.map(([field, column]) => [field, row[column]])) as Item,
  };
}

const ALWAYS = {
  id: 'id',
  hash: 'hash',
  hint: 'hint',
  name: 'name',
  createdAtMs: 'created_at_ms',
  expiresAtMs: 'expires_at_ms',
  revokedAtMs: 'revoked_at_ms',
};

export const API_KEYS = keyedTable<ApiKeyRecord>('api_key', {
  ...ALWAYS,
  plan: 'plan',
  account: 'account',
  monthlyQuota: 'monthly_quota',
});

export const LICENSES = keyedTable<LicenseRecord>('license', {
  ...ALWAYS,
  tier: 'tier',
  aiCallsLimit: 'ai_calls_limit',
});

export function toCreditEntry(row: CreditEntryRow): CreditEntry {
  const { key_id: keyId, seq, kind, delta, balance, ref, at_ms: atMs } = row;
  return { keyId, seq, kind, delta, balance, ref, atMs };
}
