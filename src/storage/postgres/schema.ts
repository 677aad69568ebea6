import type { SchemaStep } from '../schema-steps.ts';
import { jobSteps } from '../sql/job-steps.ts';

/** Steps of the schema in order. */
export const POSTGRES_STEPS: readonly SchemaStep[] = [
  {
    number: 1,
    oldest: 1,
    name: 'keys, licences, credits, AI quota',
    sql: `
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
  },
  {
    number: 2,
    oldest: 1,
    name: 'accounts, monthly quotas, daily totals',
    sql: `
  ALTER TABLE api_key ADD COLUMN account text, ADD COLUMN monthly_quota bigint, ADD COLUMN forgotten_at_ms bigint;
  ALTER TABLE ai_reservation ADD COLUMN kept_day bigint;
  CREATE TABLE usage_count (
    key_id text NOT NULL, day bigint NOT NULL, source text NOT NULL, admitted bigint NOT NULL,
    given_back bigint NOT NULL, PRIMARY KEY (key_id, day, source)
  );
  CREATE INDEX usage_count_day ON usage_count (day);
  CREATE TABLE usage_outcome (
    key_id text NOT NULL, day bigint NOT NULL, outcome text NOT NULL, calls bigint NOT NULL,
    PRIMARY KEY (key_id, day, outcome)
  );
  CREATE INDEX usage_outcome_day ON usage_outcome (day);
  CREATE TABLE usage_work (
    key_id text NOT NULL, day bigint NOT NULL, cpu_us bigint NOT NULL, bytes_in bigint NOT NULL,
    bytes_out bigint NOT NULL, credits bigint NOT NULL, input_tokens bigint NOT NULL, output_tokens bigint NOT NULL,
    PRIMARY KEY (key_id, day)
  );
  CREATE INDEX usage_work_day ON usage_work (day);
  CREATE TABLE usage_batch (id text PRIMARY KEY, day bigint NOT NULL);
  CREATE INDEX usage_batch_day ON usage_batch (day);
  `,
  },
  {
    number: 3,
    oldest: 1,
    name: 'sessions that were ended',
    sql: 'CREATE TABLE ended_session (id text PRIMARY KEY, expires_at_ms bigint NOT NULL);',
  },
  ...jobSteps('bigint', ''),
];
