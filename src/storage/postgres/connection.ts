import pg from 'pg';
import { ServiceError } from '../../contract/failure.ts';
import { migrate, type SchemaPlace, storeSteps } from '../sql/schema.ts';
import { type Query, type SqlDatabase, type Steps, sql } from '../sql/sql-database.ts';
import type { StoreClock } from '../store-clock.ts';
import { storeUnavailable } from '../store-fault.ts';
import { GuardedPool, type PoolClient, type PoolSettings } from './guarded-pool.ts';

/** Longest wait for a turn at a lock that this process itself holds. */
const TURN_TIMEOUT_MS = 8000;
/** A step of the schema may rewrite a table. */
const MIGRATION_TIMEOUT_MS = 60_000;

const STEPS = storeSteps({ int: 'bigint', bool: 'boolean', keyed: '', table: '' });
/** The step that a version must know is in a table of one row, made before all else. */
const PLACE: SchemaPlace = {
  oldest: 'SELECT version AS n FROM schema_version',
  setOldest: (step) => `INSERT INTO schema_version (one, version) VALUES (1, ${step})
    ON CONFLICT (one) DO UPDATE SET version = excluded.version`,
  isListed: "SELECT (to_regclass('schema_step') IS NOT NULL)::integer AS n",
};
const LOCK_SCHEMA = `BEGIN; ${lockStatement('pagemark schema')};
  CREATE TABLE IF NOT EXISTS schema_version (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL)`;

/** Runs statements on PostgreSQL; the schema is brought up to date before the first one. */
export class PostgresConnection implements SqlDatabase {
  readonly #pool: GuardedPool;
  readonly #timeoutMs: number;
  readonly #clock: StoreClock | undefined;
  readonly #turns = new Map<string, Promise<void>>();
  #ready: Promise<void> | null = null;

  /** Connects when first used, so that a process can start while the server is away. `clock` replaces the server's in tests. */
  constructor(settings: PoolSettings, clock?: StoreClock) {
    this.#pool = new GuardedPool(settings);
    this.#timeoutMs = settings.timeoutMs;
    this.#clock = clock;
  }

  async read<Row>(query: Query): Promise<readonly Row[]> {
    return (await this.#run((client) => ask(client, query))) as readonly Row[];
  }

  /** The calls of this process take turns before they ask for a connection, so that a crowd on one lock leaves the others theirs. */
  async transact<T>(lock: string | null, work: () => Steps<T>): Promise<T> {
    const transact = () => this.#run((client) => take(client, this.#begin(lock), work()));
    if (lock === null) return transact();
    const deadlineMs = performance.now() + TURN_TIMEOUT_MS;
    const result = (this.#turns.get(lock) ?? Promise.resolve()).then(() => {
      if (performance.now() <= deadlineMs) return transact();
      throw storeUnavailable('PostgreSQL', new Error(`no turn at ${JSON.stringify(lock)}`));
    });
    const turn = result.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(lock, turn);
    try {
      return await result;
    } finally {
      if (this.#turns.get(lock) === turn) this.#turns.delete(lock);
    }
  }

  async nowMs(): Promise<number> {
    if (this.#clock) return this.#clock.nowMs();
    const [row] = await this.read<{ now: number }>(
      sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
    );
    return row!.now;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      this.#ready ??= this.#migrate().catch((cause: unknown) => {
        this.#ready = null;
        throw cause;
      });
      await this.#ready;
      return await this.#pool.use(work);
    } catch (cause) {
      throw storeFailure(cause);
    }
  }

  /** Safe when several processes start at once. */
  async #migrate(): Promise<void> {
    this.#pool.setStatementTimeout(MIGRATION_TIMEOUT_MS);
    await this.#pool.use((client) => take(client, LOCK_SCHEMA, migrate(PLACE, STEPS)));
    this.#pool.setStatementTimeout(undefined);
  }

  /**
   * Begins a transaction, which ends should this process stop in the middle, and one under a lock also when a statement is late: as
   * local settings, because PgBouncer hands the session to others afterwards. One text is one round trip.
   */
  #begin(lock: string | null): string {
    const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${this.#timeoutMs}`;
    if (lock === null) return begin;
    return `${begin}; SET LOCAL statement_timeout = ${this.#timeoutMs}; ${lockStatement(lock)}`;
  }
}

/** Takes a lock until the end of the transaction. */
function lockStatement(lock: string): string {
  return `SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(lock)}, 0))`;
}

async function ask(client: PoolClient, query: Query): Promise<readonly unknown[]> {
  let place = 0;
  const { rows } = await client.query(
    query.sql.replaceAll('?', () => `$${++place}`),
    [...query.values],
  );
  return rows;
}

async function take<T>(client: PoolClient, begin: string, steps: Steps<T>): Promise<T> {
  try {
    await client.query(begin, []);
    let step = steps.next();
    while (!step.done) step = steps.next(await ask(client, step.value));
    await client.query('COMMIT', []);
    return step.value;
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
