import { missingSteps, type SchemaState } from '../schema-steps.ts';
import { storeSteps } from '../sql/store-steps.ts';
import type { PoolClient } from './guarded-pool.ts';

const POSTGRES_STEPS = storeSteps({
  number: 'BIGINT',
  truth: 'BOOLEAN',
  table: '',
  keyed: '',
  own: `
      ALTER TABLE credit_entry ADD UNIQUE (key_id, ref, kind);
      CREATE INDEX ai_reservation_lease ON ai_reservation (lease_id);`,
});

/** Begins the transaction in which the schema is brought up to date, alone among all processes. */
export const LOCK_SCHEMA = `BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('pagemark schema', 0));
  CREATE TABLE IF NOT EXISTS schema_version (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL)`;

/**
 * Brings the schema up to date, inside of that transaction. `schema_version.version` is the last step that
 * a version must know to work on the database, `schema_step` the list of those it has; a database without that list has
 * the steps up to `version`. Rejects when this version is too old for it.
 */
export async function migrateSchema(client: PoolClient): Promise<void> {
  const state = await readState(client);
  if (missingSteps(POSTGRES_STEPS, state).length === 0) return;
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_step (number integer PRIMARY KEY, name text NOT NULL)',
    [],
  );
  for (const [before, step] of POSTGRES_STEPS.entries()) {
    if (before >= state.applied) await client.query(step.sql, []);
    const note = 'INSERT INTO schema_step (number, name) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING';
    await client.query(note, [before + 1, step.name]);
  }
  const version = `INSERT INTO schema_version (one, version) VALUES (1, $1)
    ON CONFLICT (one) DO UPDATE SET version = excluded.version`;
  await client.query(version, [POSTGRES_STEPS.at(-1)!.oldest]);
}

async function readState(client: PoolClient): Promise<SchemaState> {
  const number = async (text: string) =>
    ((await client.query(text, [])).rows as { readonly n: number | null }[])[0]?.n ?? 0;
  const oldest = await number('SELECT version AS n FROM schema_version');
  const lists = await number("SELECT (to_regclass('schema_step') IS NOT NULL)::integer AS n");
  const applied = lists === 1 ? await number('SELECT max(number) AS n FROM schema_step') : oldest;
  return { oldest, applied };
}
