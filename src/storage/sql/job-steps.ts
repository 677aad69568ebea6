import type { SchemaStep } from '../schema-steps.ts';

/** Steps of the schema for jobs. `number`: the type of whole numbers; `table`: what ends a table. */
export const jobSteps = (number: string, table: string): readonly SchemaStep[] => [
  {
    number: 4,
    oldest: 1,
    name: 'jobs of many pages',
    sql: `
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
    number: 5,
    oldest: 1,
    name: 'bytes that all jobs keep',
    sql: `
      CREATE TABLE job_total (one ${number} PRIMARY KEY CHECK (one = 1), bytes ${number} NOT NULL) ${table};
      INSERT INTO job_total SELECT 1, coalesce(sum(bytes), 0) FROM job;
      CREATE INDEX job_expiry ON job (expires_at_ms);
    `,
  },
];
