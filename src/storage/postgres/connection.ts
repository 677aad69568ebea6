import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { ServiceError } from '../../contract/failure.ts';
import { storeUnavailable } from '../store-fault.ts';
import { GuardedPool, type PoolSettings } from './guarded-pool.ts';
import { migrateSchema } from './migrate-schema.ts';
import type { PostgresSchema } from './schema.ts';

export type PostgresDb = Kysely<PostgresSchema>;
export type PostgresTransaction = Transaction<PostgresSchema>;

/** Longest wait for a turn at a lock that this process itself holds. */
const TURN_TIMEOUT_MS = 8000;
/** A step of the schema may rewrite a table. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** Runs queries on PostgreSQL; the schema is brought up to date before the first one. */
export class PostgresConnection {
  readonly #db: PostgresDb;
  readonly #pool: GuardedPool;
  readonly #timeoutMs: number;
  readonly #turns = new Map<string, Promise<void>>();
  #ready: Promise<void> | null = null;

  /** Connects when first used, so that a process can start while the server is away. */
  constructor(settings: PoolSettings) {
    this.#pool = new GuardedPool(settings);
    this.#timeoutMs = settings.timeoutMs;
    this.#db = new Kysely<PostgresSchema>({ dialect: new PostgresDialect({ pool: this.#pool }) });
  }

  /** Runs single statements. Rejects `store_unavailable` when the server does not answer. */
  async run<T>(work: (db: PostgresDb) => Promise<T>): Promise<T> {
    try {
      await this.migrate();
      return await work(this.#db);
    } catch (cause) {
      throw storeFailure(cause);
    }
  }

  /**
   * Runs a transaction alone among all that name the same `lock`, in every process. The calls of this process
   * take turns before they ask for a connection, so that a crowd on one lock leaves the others theirs.
   */
  async exclusively<T>(lock: string, work: (transaction: PostgresTransaction) => Promise<T>): Promise<T> {
    const deadlineMs = performance.now() + TURN_TIMEOUT_MS;
    const transact = () => {
      if (performance.now() > deadlineMs)
        throw storeUnavailable('PostgreSQL', new Error(`no turn at ${JSON.stringify(lock)}`));
      return this.run((db) =>
        db.transaction().execute(async (transaction) => {
          await sql.raw(this.#lockStatements(lock)).execute(transaction);
          return work(transaction);
        }),
      );
    };
    const result = (this.#turns.get(lock) ?? Promise.resolve()).then(transact);
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

  /** Brings the schema up to date; safe when several processes start at once. Once it worked it does nothing. */
  migrate(): Promise<void> {
    this.#ready ??= this.#migrate().catch((cause: unknown) => {
      this.#ready = null;
      throw storeFailure(cause);
    });
    return this.#ready;
  }

  async #migrate(): Promise<void> {
    this.#pool.setStatementTimeout(MIGRATION_TIMEOUT_MS);
    await migrateSchema(this.#db);
    this.#pool.setStatementTimeout(undefined);
  }

  /**
   * Takes a lock for a transaction, and ends it should this process stop in the middle: as local settings, because PgBouncer
   * hands the session to others afterwards. One text is one round trip.
   */
  #lockStatements(lock: string): string {
    return `SET LOCAL statement_timeout = ${this.#timeoutMs};
      SET LOCAL idle_in_transaction_session_timeout = ${this.#timeoutMs};
      SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(lock)}, 0))`;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
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
