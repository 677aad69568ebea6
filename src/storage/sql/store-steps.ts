import type { SchemaStep } from '../schema-steps.ts';

/** What an engine writes in its own way: the types of whole numbers and of truth, and what ends a table, and one found by its primary key. */
interface Dialect {
  readonly number: string;
  readonly truth: string;
  readonly table: string;
  readonly keyed: string;
  /** What the first step has beside the tables of both engines. */
  readonly own: string;
}

/** Steps of the schema of the stores in order. */
const STEPS: readonly (Omit<SchemaStep, 'sql'> & { readonly sql: (dialect: Dialect) => string })[] = [
  {
    oldest: 1,
    name: 'keys, licences, credits, AI quota',
    sql: ({ number, truth, table, keyed, own }) => `
      CREATE TABLE api_key (
        id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, plan TEXT NOT NULL,
        created_at_ms ${number} NOT NULL, expires_at_ms ${number}, revoked_at_ms ${number}
      ) ${table};
      CREATE TABLE license (
        id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, name TEXT NOT NULL, tier TEXT NOT NULL,
        ai_calls_limit ${number} NOT NULL,
        created_at_ms ${number} NOT NULL, expires_at_ms ${number}, revoked_at_ms ${number}
      ) ${table};
      CREATE TABLE lease (id TEXT PRIMARY KEY, until_ms ${number} NOT NULL) ${keyed};
      CREATE TABLE credit_entry (
        key_id TEXT NOT NULL, seq ${number} NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('grant', 'spend', 'give_back')),
        delta ${number} NOT NULL, balance ${number} NOT NULL CHECK (balance >= 0), ref TEXT NOT NULL, at_ms ${number} NOT NULL,
        PRIMARY KEY (key_id, seq)
      ) ${keyed};
      CREATE TABLE credit_hold (
        key_id TEXT NOT NULL, ref TEXT NOT NULL, lease_id TEXT NOT NULL, PRIMARY KEY (key_id, ref)
      ) ${keyed};
      CREATE TABLE ai_usage (
        license_id TEXT NOT NULL, period TEXT NOT NULL, settled ${number} NOT NULL, PRIMARY KEY (license_id, period)
      ) ${keyed};
      CREATE TABLE ai_reservation (
        id TEXT PRIMARY KEY, license_id TEXT NOT NULL, period TEXT NOT NULL, kept ${truth} NOT NULL,
        lease_id TEXT NOT NULL, at_ms ${number} NOT NULL
      ) ${keyed};
      CREATE INDEX ai_reservation_license ON ai_reservation (license_id, period);
      ${own}
    `,
  },
  {
    oldest: 1,
    name: 'accounts, monthly quotas, daily totals',
    sql: ({ number, keyed }) => `
      ALTER TABLE api_key ADD COLUMN account TEXT;
      ALTER TABLE api_key ADD COLUMN monthly_quota ${number};
      ALTER TABLE api_key ADD COLUMN forgotten_at_ms ${number};
      ALTER TABLE ai_reservation ADD COLUMN kept_day ${number};
      CREATE TABLE usage_count (
        key_id TEXT NOT NULL, day ${number} NOT NULL, source TEXT NOT NULL,
        admitted ${number} NOT NULL, given_back ${number} NOT NULL, PRIMARY KEY (key_id, day, source)
      ) ${keyed};
      CREATE INDEX usage_count_day ON usage_count (day);
      CREATE TABLE usage_outcome (
        key_id TEXT NOT NULL, day ${number} NOT NULL, outcome TEXT NOT NULL, calls ${number} NOT NULL,
        PRIMARY KEY (key_id, day, outcome)
      ) ${keyed};
      CREATE INDEX usage_outcome_day ON usage_outcome (day);
      CREATE TABLE usage_work (
        key_id TEXT NOT NULL, day ${number} NOT NULL, cpu_us ${number} NOT NULL, bytes_in ${number} NOT NULL,
        bytes_out ${number} NOT NULL, credits ${number} NOT NULL, input_tokens ${number} NOT NULL,
        output_tokens ${number} NOT NULL, PRIMARY KEY (key_id, day)
      ) ${keyed};
      CREATE INDEX usage_work_day ON usage_work (day);
      CREATE TABLE usage_batch (id TEXT PRIMARY KEY, day ${number} NOT NULL) ${keyed};
      CREATE INDEX usage_batch_day ON usage_batch (day);
    `,
  },
  {
    oldest: 1,
    name: 'sessions that were ended',
    sql: ({ number, keyed }) =>
      `CREATE TABLE ended_session (id TEXT PRIMARY KEY, expires_at_ms ${number} NOT NULL) ${keyed};`,
  },
  {
    oldest: 1,
    name: 'jobs of many pages',
    sql: ({ number, table }) => `
      CREATE TABLE job (
        id TEXT PRIMARY KEY, key_id TEXT NOT NULL, subject TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, total ${number} NOT NULL,
        done ${number} NOT NULL, failed ${number} NOT NULL, left_out ${number} NOT NULL, bytes ${number} NOT NULL,
        last_seq ${number} NOT NULL, started_at_ms ${number} NOT NULL, expires_at_ms ${number} NOT NULL,
        runner TEXT NOT NULL, runner_until_ms ${number} NOT NULL, deaths ${number} NOT NULL, note TEXT NOT NULL
      ) ${table};
      CREATE TABLE job_request (job_id TEXT PRIMARY KEY, request TEXT NOT NULL) ${table};
      CREATE INDEX job_key ON job (key_id, status);
      CREATE INDEX job_held ON job (subject, status, bytes, expires_at_ms);
      CREATE INDEX job_status ON job (status, expires_at_ms);
      CREATE TABLE job_page (
        job_id TEXT NOT NULL, seq ${number} NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, state TEXT NOT NULL,
        size ${number} NOT NULL, at_ms ${number} NOT NULL, trail TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (job_id, seq), UNIQUE (job_id, name)
      ) ${table};
      CREATE INDEX job_page_state ON job_page (job_id, state, seq, size);
    `,
  },
  {
    oldest: 1,
    name: 'bytes that all jobs keep',
    sql: ({ number, table }) => `
      CREATE TABLE job_total (one ${number} PRIMARY KEY CHECK (one = 1), bytes ${number} NOT NULL) ${table};
      INSERT INTO job_total SELECT 1, coalesce(sum(bytes), 0) FROM job;
      CREATE INDEX job_expiry ON job (expires_at_ms);
    `,
  },
];

/** The same as an engine writes them. */
export const storeSteps = (dialect: Dialect): readonly SchemaStep[] =>
  STEPS.map((step) => ({ ...step, sql: step.sql(dialect) }));
