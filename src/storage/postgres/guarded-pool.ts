import pg from 'pg';
import { NoAnswer, StoreBreaker, type StoreChange } from '../store-breaker.ts';

/** Most connections where no setting says so. */
export const POOL_MAX = 10;
/** A connection whose statement has no answer for so long is closed, though others are answered. */
const STUCK_MS = 30_000;
/** The breaker gives a connection up before the pool does. */
const POOL_SLACK_MS = 1000;
const INT8 = 20;

export interface PoolSettings {
  readonly url: string;
  /** Most connections of this process. */
  readonly poolMax: number;
  /** Longest wait for a connection, and for the answer of a statement. */
  readonly timeoutMs: number;
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/** A connection while it is used. */
export interface PoolClient {
  query(sql: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/**
 * Connections to PostgreSQL behind a breaker. They send no startup parameter that PgBouncer refuses, and keep nothing in a
 * session, so that they work through its transaction pooling.
 */
export class GuardedPool {
  readonly #settings: PoolSettings;
  readonly #breaker: StoreBreaker;
  /** Closes connections that wait for an answer although nobody else does. */
  readonly #closeStuck = new Set<() => void>();
  #pool: pg.Pool;
  #statementMs: number | undefined;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#pool = openPool(settings);
    this.#breaker = new StoreBreaker({
      timeoutMs: settings.timeoutMs,
      probe: () => probe(settings),
      onChange: (change) => {
        if (!change.answers) this.#beginAnew();
        settings.onChange?.(change);
      },
    });
  }

  /** Waits so long for the answer of a statement from now on; undefined: as the settings say. */
  setStatementTimeout(timeoutMs: number | undefined): void {
    this.#statementMs = timeoutMs;
  }

  /** Uses a connection alone. */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let isGivenUp = false;
    const begin = async () => {
      const connected = await this.#pool.connect();
      if (isGivenUp) connected.release();
      return connected;
    };
    const client = await this.#breaker.run(begin).catch((cause: unknown) => {
      isGivenUp = true;
      throw cause;
    });
    const unanswered = new Set<Promise<unknown>>();
    let isSpoilt = false;
    const send = (sql: string, parameters: readonly unknown[]) => {
      const answer = client.query(sql, [...parameters]);
      unanswered.add(answer);
      const end = () => unanswered.delete(answer);
      answer.then(end, end);
      return answer;
    };
    const query: PoolClient['query'] = (sql, parameters) => {
      if (unanswered.size === 0) return this.#breaker.run(() => send(sql, parameters), this.#statementMs);
      // Such as the rollback of a transaction whose last statement is late: to close the connection is one, too.
      isSpoilt = true;
      return Promise.reject(new NoAnswer('not sent: the statement before has no answer yet', false));
    };
    try {
      return await work({ query });
    } finally {
      this.#release(client, unanswered, isSpoilt);
    }
  }

  async end(): Promise<void> {
    this.#breaker.close();
    for (const close of this.#closeStuck) close();
    await this.#pool.end();
  }

  /**
   * Gives a connection back, or closes it when a statement was not waited for. The server works on that all the same: until it
   * has answered, the connection counts, so that a table that somebody locked does not use up the connections of the server.
   */
  #release(client: pg.PoolClient, unanswered: ReadonlySet<Promise<unknown>>, isSpoilt: boolean): void {
    if (unanswered.size === 0 || this.#breaker.isOpen) {
      client.release(isSpoilt || unanswered.size > 0);
      return;
    }
    const close = () => {
      if (!this.#closeStuck.delete(close)) return;
      clearTimeout(timer);
      client.release(true);
    };
    const timer = setTimeout(close, STUCK_MS).unref();
    this.#closeStuck.add(close);
    void Promise.allSettled(unanswered).then(close);
  }

  /** The server answers nothing: its connections may be dead for good, as after a failover. */
  #beginAnew(): void {
    const old = this.#pool;
    this.#pool = openPool(this.#settings);
    for (const close of this.#closeStuck) close();
    void old.end();
  }
}

function openPool({ url, poolMax, timeoutMs }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: timeoutMs + POOL_SLACK_MS,
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
  return pool;
}

/** Asks the server something on a connection of its own. */
async function probe({ url, timeoutMs }: PoolSettings): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'pagemark',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    void client.end().catch(() => undefined);
  }
}
