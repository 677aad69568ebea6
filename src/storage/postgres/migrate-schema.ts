import { type Kysely, sql, type Transaction } from 'kysely';
import { missingSteps, type SchemaState, type SchemaStep } from '../schema-steps.ts';
import { POSTGRES_STEPS, type PostgresSchema } from './schema.ts';

/**
 * Brings the schema up to date; safe when several processes start at once. `schema_version.version` is the last step that
 * a version must know to work on the database, `schema_step` the list of those it has; a database without that list has
 * the steps up to `version`. Rejects when this version is too old for it.
 */
export async function migrateSchema(
  db: Kysely<PostgresSchema>,
  steps: readonly SchemaStep[] = POSTGRES_STEPS,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('pagemark schema', 0))`.execute(transaction);
    await sql`CREATE TABLE IF NOT EXISTS schema_version (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL)`.execute(
      transaction,
    );
    const state = await readState(transaction);
    const missing = missingSteps(steps, state);
    if (missing.length === 0) return;
    await sql`CREATE TABLE IF NOT EXISTS schema_step (number integer PRIMARY KEY, name text NOT NULL)`.execute(
      transaction,
    );
    for (const step of steps) {
      if (step.number > state.applied) await sql.raw(step.sql).execute(transaction);
      await sql`INSERT INTO schema_step (number, name) VALUES (${step.number}, ${step.name})
        ON CONFLICT (number) DO NOTHING`.execute(transaction);
    }
    await sql`INSERT INTO schema_version (one, version) VALUES (1, ${steps.at(-1)!.oldest})
      ON CONFLICT (one) DO UPDATE SET version = excluded.version`.execute(transaction);
  });
}

async function readState(transaction: Transaction<PostgresSchema>): Promise<SchemaState> {
  const number = async (query: ReturnType<typeof sql<{ n: number | null }>>) =>
    (await query.execute(transaction)).rows[0]?.n ?? 0;
  const oldest = await number(sql`SELECT version AS n FROM schema_version`);
  const lists = await number(sql`SELECT (to_regclass('schema_step') IS NOT NULL)::integer AS n`);
  const applied = lists === 1 ? await number(sql`SELECT max(number) AS n FROM schema_step`) : oldest;
  return { oldest, applied };
}
