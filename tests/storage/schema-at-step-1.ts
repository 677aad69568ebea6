/** The schema of the versions that knew one step of it, as their first start made it; and what they write into it. */
export const SQLITE_AT_STEP_1 = `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, plan TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL, expires_at_ms INTEGER, revoked_at_ms INTEGER
  ) STRICT;
  CREATE TABLE license (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, tier TEXT NOT NULL,
    ai_calls_limit INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL, expires_at_ms INTEGER, revoked_at_ms INTEGER
  ) STRICT;
  CREATE TABLE store_clock (
    one INTEGER PRIMARY KEY CHECK (one = 1), boot TEXT NOT NULL, offset_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE rate_subject (
    id INTEGER PRIMARY KEY, subject TEXT NOT NULL UNIQUE,
    hour_count INTEGER NOT NULL, minute_count INTEGER NOT NULL,
    minute_edge_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, next_seq INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE rate_admission (
    subject_id INTEGER NOT NULL, at_ms INTEGER NOT NULL, seq INTEGER NOT NULL, paid INTEGER NOT NULL,
    PRIMARY KEY (subject_id, at_ms, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE lease (id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE credit_entry (
    key_id TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('grant', 'spend', 'give_back')),
    delta INTEGER NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0), ref TEXT NOT NULL, at_ms INTEGER NOT NULL,
    PRIMARY KEY (key_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX credit_entry_ref ON credit_entry (key_id, ref, kind);
  CREATE TABLE credit_hold (
    key_id TEXT NOT NULL, ref TEXT NOT NULL, lease_id TEXT NOT NULL, PRIMARY KEY (key_id, ref)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ai_usage (
    license_id TEXT NOT NULL, period TEXT NOT NULL, settled INTEGER NOT NULL, PRIMARY KEY (license_id, period)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ai_reservation (
    id TEXT PRIMARY KEY, license_id TEXT NOT NULL, period TEXT NOT NULL, kept INTEGER NOT NULL,
    lease_id TEXT NOT NULL, at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ai_reservation_license ON ai_reservation (license_id, period);
  PRAGMA user_version = 1;
`;

export const POSTGRES_AT_STEP_1 = `
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
  CREATE TABLE schema_version (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL);
  INSERT INTO schema_version (one, version) VALUES (1, 1);
`;

/** A key with credits, one of them held; a licence with a settled, a kept and an open call. Both engines take it. */
export const ROWS_AT_STEP_1 = `
  INSERT INTO api_key (id, hash, hint, name, plan, created_at_ms, expires_at_ms, revoked_at_ms)
    VALUES ('key_old', '${'a'.repeat(64)}', 'pmk_AbCd', 'old', 'free', 5, NULL, NULL);
  INSERT INTO license (id, hash, hint, name, tier, ai_calls_limit, created_at_ms, expires_at_ms, revoked_at_ms)
    VALUES ('lic_old', '${'b'.repeat(64)}', 'pml_AbCd', '', 'pro', 9, 5, NULL, NULL);
  INSERT INTO credit_entry (key_id, seq, kind, delta, balance, ref, at_ms) VALUES ('key_old', 1, 'grant', 5, 5, 'g', 1);
  INSERT INTO credit_entry (key_id, seq, kind, delta, balance, ref, at_ms) VALUES ('key_old', 2, 'spend', -1, 4, 'r', 2);
  INSERT INTO credit_hold (key_id, ref, lease_id) VALUES ('key_old', 'r', 'lease');
  INSERT INTO ai_usage (license_id, period, settled) VALUES ('lic_old', '2026-11', 3);
`;
