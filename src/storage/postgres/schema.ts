import type { ApiKeyRow, CreditEntryRow, LicenseRow } from '../rows.ts';

/** Tables of the PostgreSQL store. */
export interface PostgresSchema {
  api_key: ApiKeyRow;
  license: LicenseRow;
  credit_entry: CreditEntryRow;
  credit_hold: { key_id: string; ref: string; lease_id: string };
  ai_usage: { license_id: string; period: string; settled: number };
  ai_reservation: {
    id: string;
    license_id: string;
    period: string;
    kept: boolean;
    lease_id: string;
    at_ms: number;
  };
  lease: { id: string; until_ms: number };
}

/** Steps of the schema in order. Steps that were released are never changed; a new one is added. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_key (
    id text PRIMARY KEY, hash text NOT NULL UNIQUE, hint text NOT NULL, name text NOT NULL, plan text NOT NULL,
    created_at_ms bigint NOT NULL, expires_at_ms bigint, revoked_at_ms bigint
  );
  CREATE TABLE license (
    id text PRIMARY KEY, hash text NOT NULL UNIQUE, hint text NOT NULL, name text NOT NULL, tier text NOT NULL,
    ai_calls_limit bigint NOT NULL,
    created_at_ms bigint NOT NULL, expires_at_ms bigint, revoked_at_ms bigint
  );
  CREATE TABLE lease (id text PRIMARY KEY, until_ms bigint NOT NULL);
  CREATE TABLE credit_entry (
    key_id text NOT NULL, seq bigint NOT NULL, kind text NOT NULL CHECK (kind IN ('grant', 'spend', 'give_back')),
    delta bigint NOT NULL, balance bigint NOT NULL CHECK (balance >= 0), ref text NOT NULL, at_ms bigint NOT NULL,
    PRIMARY KEY (key_id, seq), UNIQUE (key_id, ref, kind)
  );
  CREATE TABLE credit_hold (
    key_id text NOT NULL, ref text NOT NULL, lease_id text NOT NULL, PRIMARY KEY (key_id, ref)
  );
  CREATE TABLE ai_usage (
    license_id text NOT NULL, period text NOT NULL, settled bigint NOT NULL, PRIMARY KEY (license_id, period)
  );
  CREATE TABLE ai_reservation (
    id text PRIMARY KEY, license_id text NOT NULL, period text NOT NULL, kept boolean NOT NULL,
    lease_id text NOT NULL, at_ms bigint NOT NULL
  );
  CREATE INDEX ai_reservation_license ON ai_reservation (license_id, period);
  CREATE INDEX ai_reservation_lease ON ai_reservation (lease_id);
  `,
];
