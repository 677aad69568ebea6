import type { ApiKeyRecord, CreditEntry, CreditEntryKind, LicenseRecord } from './ports.ts';

/** A row of `api_key`, the same in both SQL adapters. */
export interface ApiKeyRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly plan: string;
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

/** Columns of `api_key` in the order of its rows' values. */
export const API_KEY_COLUMNS = [
  ...['id', 'hash', 'hint', 'name', 'plan', 'created_at_ms', 'expires_at_ms', 'revoked_at_ms'],
] as readonly (keyof ApiKeyRow)[];

/** Columns of `license` in the order of its rows' values. */
export const LICENSE_COLUMNS = [
  ...[
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
] as readonly (keyof LicenseRow)[];

export function toApiKeyRow(key: ApiKeyRecord): ApiKeyRow {
  const { id, hash, hint, name, plan, createdAtMs, expiresAtMs, revokedAtMs } = key;
  const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
  return { id, hash, hint, name, plan, ...times };
}

export function toApiKey(row: ApiKeyRow | undefined): ApiKeyRecord | null {
  if (row === undefined) return null;
  const { id, hash, hint, name, plan, created_at_ms, expires_at_ms, revoked_at_ms } = row;
  const times = { createdAtMs: created_at_ms, expiresAtMs: expires_at_ms, revokedAtMs: revoked_at_ms };
  return { id, hash, hint, name, plan, ...times };
}

export function toLicenseRow(license: LicenseRecord): LicenseRow {
  const { id, hash, hint, name, tier, aiCallsLimit, createdAtMs, expiresAtMs, revokedAtMs } = license;
  const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
  return { id, hash, hint, name, tier, ai_calls_limit: aiCallsLimit, ...times };
}

export function toLicense(row: LicenseRow | undefined): LicenseRecord | null {
  if (row === undefined) return null;
  const { id, hash, hint, name, tier, ai_calls_limit, created_at_ms, expires_at_ms, revoked_at_ms } = row;
  const times = { createdAtMs: created_at_ms, expiresAtMs: expires_at_ms, revokedAtMs: revoked_at_ms };
  return { id, hash, hint, name, tier, aiCallsLimit: ai_calls_limit, ...times };
}

export function toCreditEntry(row: CreditEntryRow): CreditEntry {
  const { key_id: keyId, seq, kind, delta, balance, ref, at_ms: atMs } = row;
  return { keyId, seq, kind, delta, balance, ref, atMs };
}
