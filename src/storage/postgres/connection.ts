import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { fail, ServiceError } from '../../contract/failure.ts';
import { migrateSchema } from './migrate-schema.ts';
import type { PostgresSchema } from './schema.ts';

export type PostgresDb = Kysely<PostgresSchema>;
export type PostgresTransaction = Transaction<PostgresSchema>;

const CONNECT_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 3000;
/** Longest wait for a turn at a lock that this process itself holds. */
const TURN_TIMEOUT_MS = 8000;
const POOL_MAX = 10;
const RETRY_AFTER_MS = 1000;
const INT8 = 20;

/** Runs queries on PostgreSQL; the schema is brought up to date before the first one. */
export class PostgresConnection {
  readonly #db: PostgresDb;
  readonly #turns = new Map<string, Promise<void>>();
  #ready: Promise<void> | null = null;

  /** Connects when first used, so that a process can start while the server is away. */
  constructor(url: string) {
    const pool = new pg.Pool({
      connectionString: url,
      max: POOL_MAX,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: QUERY_TIMEOUT_MS,
      idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
      application_name: 'pagemark',
      // Milliseconds and counts stay far below 2^53.
      types: {
        getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
      },
    });
    // Faults of idle connections show again at the next query, where they are answered.
    pool.on('error', () => undefined);
    // Those of a connection in use too; between two statements nobody else listens, and the event would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.#db = new Kysely<PostgresSchema>({ dialect: new PostgresDialect({ pool }) });
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
      if (performance.now() > deadlineMs) throw unavailable(new Error(`no turn at ${JSON.stringify(lock)}`));
      return this.run((db) =>
        db.transaction().execute(async (transaction) => {
          await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
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
    this.#ready ??= migrateSchema(this.#db).catch((cause: unknown) => {
      this.#ready = null;
      throw storeFailure(cause);
    });
    return this.#ready;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

/** Data, integrity and syntax errors (SQLSTATE 22, 23, 42) are ours; all else is the server's or the network's. */
function storeFailure(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause;
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^(22|23|42)[0-9A-Z]{3}$/.test(code)) return cause;
  if (cause instanceof TypeError || cause instanceof RangeError) return cause;
  return unavailable(cause);
}

function unavailable(cause: unknown): ServiceError {
  return fail('store_unavailable', 'Retry after the time given; the store cannot be reached now.', {
    retryAfterMs: RETRY_AFTER_MS,
    cause,
  });
}
