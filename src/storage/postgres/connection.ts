import pg from 'pg';
import { ServiceError } from '../../contract/failure.ts';
import { type Query, raw, type SqlDatabase, type Steps, sql } from '../sql/sql-database.ts';
import type { StoreClock } from '../store-clock.ts';
import { storeUnavailable } from '../store-fault.ts';
import { dayOf } from '../usage-days.ts';
import { createGuardedPool, type PoolClient, type PoolSettings } from './guarded-pool.ts';
import { LOCK_SCHEMA, migrateSchema } from './migrate-schema.ts';

/** Longest wait for a turn at a lock that this process itself holds, in waits for one answer. */
const TURN_TIMEOUTS = 4;
/** A step of the schema may rewrite a table. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** Rows that one statement removes at most. */
const REMOVED_ROWS = 5000;

const SECONDS = 'extract(epoch FROM clock_timestamp())';

/**
 * Runs statements on PostgreSQL, which is connected to when first used, so that a process can start while the server is away; the
 * schema is brought up to date before the first one. `clock` replaces the server's in tests.
 */
export function postgresDatabase(
  settings: PoolSettings,
  clock?: StoreClock,
): SqlDatabase & { close(): Promise<void> } {
  const { timeoutMs } = settings;
  const pool = createGuardedPool(settings);
  const turns = new Map<string, Promise<void>>();
  let ready: Promise<void> | null = null;
  let ended: Promise<void> | null = null;
  /** Brings the schema up to date; safe when several processes start at once. */
  const migrate = (): Promise<void> =>
    pool.use((client) => transaction(client, LOCK_SCHEMA, () => migrateSchema(client)), MIGRATION_TIMEOUT_MS);
  /** Uses a connection. Rejects `store_unavailable` when the server does not answer. */
  const run = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    try {
      ready ??= migrate().catch((cause: unknown) => {
        ready = null;
        throw cause;
      });
      await ready;
      return await pool.use(work);
    } catch (cause) {
      throw storeFailure(cause);
    }
  };
  const read = async <Row>(query: Query): Promise<readonly Row[]> =>
    (await run((client) => ask(client, query))) as readonly Row[];
  return {
    read,
    write: <Row>(build: () => Query) => read<Row>(build()),
    /** The calls of this process take turns before they ask for a connection, so that a crowd on one lock leaves the others theirs. */
    async transact<T>(lock: string | null, work: () => Steps<T>): Promise<T> {
      const runIn = (begin: string) =>
        run((client) => transaction(client, begin, () => take(client, work())));
      if (lock === null) return runIn(beginBounded(timeoutMs));
      const deadlineMs = performance.now() + TURN_TIMEOUTS * timeoutMs;
      const result = (turns.get(lock) ?? Promise.resolve()).then(() => {
        if (performance.now() > deadlineMs)
          throw storeUnavailable('PostgreSQL', new Error(`no turn at ${JSON.stringify(lock)}`));
        return runIn(`${beginBounded(timeoutMs)}; ${lockText(lock)}`);
      });
      const turn = result.then(
        () => undefined,
        () => undefined,
      );
      turns.set(lock, turn);
      try {
        return await result;
      } finally {
        if (turns.get(lock) === turn) turns.delete(lock);
      }
    },
    now: () => (clock ? sql`${clock.nowMs()}::bigint` : raw(`(${SECONDS} * 1000)::bigint`)),
    today: () => (clock ? sql`${dayOf(clock.nowMs())}::bigint` : raw(`floor(${SECONDS} / 86400)::bigint`)),
    each: (all) => sql`json_array_elements(${JSON.stringify(all)}::json) AS each(value)`,
    someOf: (table, which) =>
      sql`ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${which} LIMIT ${REMOVED_ROWS}))`,
    close() {
      ended ??= pool.end();
      return ended;
    },
  };
}

/**
 * Begins a transaction that the server ends should this process stop in the middle, with what it has locked: by local settings, because
 * PgBouncer hands the session to others afterwards. One text is one round trip.
 */
const beginBounded = (timeoutMs: number): string => `BEGIN;
    SET LOCAL statement_timeout = ${timeoutMs};
    SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs}`;

/** Takes a lock until the transaction ends. */
const lockText = (lock: string): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(lock)}, 0))`;

async function ask(client: PoolClient, { sql: text, values }: Query): Promise<readonly unknown[]> {
  let place = 0;
  const { rows } = await client.query(
    text.replaceAll('?', () => `$${++place}`),
    values,
  );
  return rows;
}

/** Hands a transaction the rows of its statements, one after the other. */
async function take<T>(client: PoolClient, steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(client, step.value));
  return step.value;
}

/** `begin`: the text that begins it. */
async function transaction<T>(client: PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  try {
    await client.query(begin, []);
    const result = await work();
    await client.query('COMMIT', []);
    return result;
  } catch (cause) {
    await client.query('ROLLBACK', []).catch(() => undefined);
    throw cause;
  }
}

/** Of class 42, what the address causes: no rights, an unknown parameter. */
const OF_ADDRESS = ['42501', '42704'];

/** Data, integrity and syntax errors (SQLSTATE 22, 23, 42) are ours; all else is the address's, the server's or the network's. */
function storeFailure(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause;
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^(22|23|42)[0-9A-Z]{3}$/.test(code) && !OF_ADDRESS.includes(code))
    return cause;
  if (cause instanceof TypeError || cause instanceof RangeError) return cause;
  return storeUnavailable('PostgreSQL', cause);
}
