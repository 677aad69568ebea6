import { fail } from '../../contract/failure.ts';
import { rows, type Steps, sql } from './sql-database.ts';

/** One step of a schema. Steps that were released are never changed; a new one is added. */
export interface SchemaStep {
  /** 1, 2, 3 … */
  readonly number: number;
  readonly name: string;
  /** Statements, each ended by `;`. */
  readonly sql: string;
  /**
   * The last step that a version must know to work on the schema after this one. A step that only adds keeps that of the
   * step before it; one that takes something away names the step since which no version uses it.
   */
  readonly oldest: number;
}

/** Where an engine keeps the last step that a version must know, and how it tells whether there is a list of the steps. */
export interface SchemaPlace {
  /** Selects that step as `n`; no row or 0: a database without a schema. */
  readonly oldest: string;
  readonly setOldest: (step: number) => string;
  /** Selects as `n` whether there is a table `schema_step`: 1 or 0. */
  readonly isListed: string;
}

/**
 * Brings a schema up to date, in a transaction alone. `schema_step` is the list of the steps that a
 * database has; without that list it has those up to the one that a version must know. Throws `store_unavailable` when a step was
 * taken that this version cannot work with; one that only added something is none (decision 116).
 */
export function* migrate(place: SchemaPlace, steps: readonly SchemaStep[]): Steps<void> {
  const missing = yield* missingSteps(place, steps);
  if (missing.length === 0) return;
  yield* rows(sql`CREATE TABLE IF NOT EXISTS schema_step (number integer PRIMARY KEY, name text NOT NULL)`);
  for (const step of steps) {
    if (missing.includes(step))
      for (const statement of step.sql.split(/;\s*/)) if (statement !== '') yield* run(statement);
    yield* rows(sql`INSERT INTO schema_step (number, name) VALUES (${step.number}, ${step.name})
      ON CONFLICT (number) DO NOTHING`);
  }
  yield* run(place.setOldest(steps.at(-1)!.oldest));
}

/** The steps that a database lacks. Throws as `migrate` does. */
export function* missingSteps(
  place: SchemaPlace,
  steps: readonly SchemaStep[],
): Steps<readonly SchemaStep[]> {
  const oldest = yield* number(place.oldest);
  const isListed = (yield* number(place.isListed)) === 1;
  const applied = isListed ? yield* number('SELECT max(number) AS n FROM schema_step') : oldest;
  if (oldest > steps.length) {
    throw fail(
      'store_unavailable',
      `Start a newer pagemark: this database needs one that knows step "${oldest}" of its schema, and this version knows those up to "${steps.length}".`,
    );
  }
  return steps.slice(applied);
}

const run = <Row>(text: string) => rows<Row>({ sql: text, values: [] });

function* number(text: string): Steps<number> {
  return (yield* run<{ readonly n: number | null }>(text))[0]?.n ?? 0;
}

/** What each engine calls the types of the columns, and adds to a table with a key of several columns and to any other. */
interface Dialect {
  readonly int: string;
  readonly bool: string;
  readonly keyed: string;
  readonly table: string;
}

/** Steps of the schema in order; `windows`: tables of the request windows, where the engine has them. */
export function storeSteps(dialect: Dialect, windows = ''): readonly SchemaStep[] {
  return [firstStep(dialect, windows), secondStep(dialect)];
}

function firstStep({ int, bool, keyed, table }: Dialect, windows: string): SchemaStep {
  return {
    number: 1,
    oldest: 1,
    name: 'keys, licences, windows, credits, AI quota',
    sql: `
      CREATE TABLE api_key (
        id text PRIMARY KEY, hash text NOT NULL UNIQUE, hint text NOT NULL, name text NOT NULL, plan text NOT NULL,
        created_at_ms ${int} NOT NULL, expires_at_ms ${int}, revoked_at_ms ${int}
      )${table};
      CREATE TABLE license (
        id text PRIMARY KEY, hash text NOT NULL UNIQUE, hint text NOT NULL, name text NOT NULL, tier text NOT NULL,
        ai_calls_limit ${int} NOT NULL,
        created_at_ms ${int} NOT NULL, expires_at_ms ${int}, revoked_at_ms ${int}
      )${table};
      CREATE TABLE lease (id text PRIMARY KEY, until_ms ${int} NOT NULL)${keyed};
      CREATE TABLE credit_entry (
        key_id text NOT NULL, seq ${int} NOT NULL, kind text NOT NULL CHECK (kind IN ('grant', 'spend', 'give_back')),
        delta ${int} NOT NULL, balance ${int} NOT NULL CHECK (balance >= 0), ref text NOT NULL, at_ms ${int} NOT NULL,
        PRIMARY KEY (key_id, seq), UNIQUE (key_id, ref, kind)
      )${keyed};
      CREATE TABLE credit_hold (
        key_id text NOT NULL, ref text NOT NULL, lease_id text NOT NULL, PRIMARY KEY (key_id, ref)
      )${keyed};
      CREATE TABLE ai_usage (
        license_id text NOT NULL, period text NOT NULL, settled ${int} NOT NULL, PRIMARY KEY (license_id, period)
      )${keyed};
      CREATE TABLE ai_reservation (
        id text PRIMARY KEY, license_id text NOT NULL, period text NOT NULL, kept ${bool} NOT NULL,
        lease_id text NOT NULL, at_ms ${int} NOT NULL
      )${keyed};
      CREATE INDEX ai_reservation_license ON ai_reservation (license_id, period);
      CREATE INDEX ai_reservation_lease ON ai_reservation (lease_id);
      ${windows}
    `,
  };
}

function secondStep({ int, keyed }: Dialect): SchemaStep {
  return {
    number: 2,
    oldest: 1,
    name: 'accounts, monthly quotas, daily totals',
    sql: `
      ALTER TABLE api_key ADD COLUMN account text;
      ALTER TABLE api_key ADD COLUMN monthly_quota ${int};
      ALTER TABLE api_key ADD COLUMN forgotten_at_ms ${int};
      ALTER TABLE ai_reservation ADD COLUMN kept_day ${int};
      CREATE TABLE usage_count (
        key_id text NOT NULL, day ${int} NOT NULL, source text NOT NULL, admitted ${int} NOT NULL,
        given_back ${int} NOT NULL, PRIMARY KEY (key_id, day, source)
      )${keyed};
      CREATE INDEX usage_count_day ON usage_count (day);
      CREATE TABLE usage_outcome (
        key_id text NOT NULL, day ${int} NOT NULL, outcome text NOT NULL, calls ${int} NOT NULL,
        PRIMARY KEY (key_id, day, outcome)
      )${keyed};
      CREATE INDEX usage_outcome_day ON usage_outcome (day);
      CREATE TABLE usage_work (
        key_id text NOT NULL, day ${int} NOT NULL, cpu_us ${int} NOT NULL, bytes_in ${int} NOT NULL,
        bytes_out ${int} NOT NULL, credits ${int} NOT NULL, input_tokens ${int} NOT NULL, output_tokens ${int} NOT NULL,
        PRIMARY KEY (key_id, day)
      )${keyed};
      CREATE INDEX usage_work_day ON usage_work (day);
      CREATE TABLE usage_batch (id text PRIMARY KEY, day ${int} NOT NULL)${keyed};
      CREATE INDEX usage_batch_day ON usage_batch (day);
    `,
  };
}
