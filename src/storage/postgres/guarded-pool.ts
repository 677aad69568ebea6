import { connect } from 'node:net';
import pg from 'pg';
import { createStoreBreaker, NoAnswer, type StoreChange } from '../store-breaker.ts';

/** Most connections where no setting says so. */
export const POOL_MAX = 10;
/** The breaker gives a connection up before the pool does. */
const POOL_SLACK_MS = 1000;
const INT8 = 20;
/** Code of a CancelRequest (PostgreSQL, "Message Formats"), and its length in bytes. */
const CANCEL_REQUEST = 80_877_102;
const CANCEL_BYTES = 16;

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
export function createGuardedPool(settings: PoolSettings) {
  let pool = openPool(settings);
  const breaker = createStoreBreaker({
    timeoutMs: settings.timeoutMs,
    probe: () => probe(settings),
    onChange: (change) => {
      if (!change.answers) beginAnew();
      settings.onChange?.(change);
    },
  });
  /** The server answers nothing: its connections may be dead for good, as after a failover. */
  const beginAnew = (): void => {
    const old = pool;
    pool = openPool(settings);
    void old.end();
  };
  /**
   * Gives a connection back, or closes it when a statement was not waited for. The server would go on with that: it is asked to end
   * it first, so that a table that somebody locked does not use up its connections.
   */
  const release = async (client: pg.PoolClient, isLate: boolean, isSpoilt: boolean): Promise<void> => {
    if (isLate) await cancelStatement(client, settings.timeoutMs);
    client.release(isLate || isSpoilt);
  };
  return {
    /** Uses a connection alone. `statementMs`: longest wait for the answer of a statement, in place of that of the settings. */
    async use<T>(work: (client: PoolClient) => Promise<T>, statementMs?: number): Promise<T> {
      let isGivenUp = false;
      const begin = async () => {
        const connected = await pool.connect();
        if (isGivenUp) connected.release();
        return connected;
      };
      // One that lies idle in the pool is there although the server answers nothing.
      const client = await breaker.run(begin, { isAnswer: false }).catch((cause: unknown) => {
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
        if (unanswered.size === 0)
          return breaker.run(() => send(sql, parameters), { timeoutMs: statementMs });
        // Such as the rollback of a transaction whose last statement is late: to close the connection is one, too.
        isSpoilt = true;
        return Promise.reject(new NoAnswer('not sent: the statement before has no answer yet', false));
      };
      try {
        return await work({ query });
      } finally {
        void release(client, unanswered.size > 0, isSpoilt);
      }
    },
    async end(): Promise<void> {
      breaker.close();
      await pool.end();
    },
  };
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

/** What a server tells a connection of itself, for whoever wants to end its statement. */
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** Asks the server to end the statement of a connection; resolves when it has heard it, cannot be asked, or says nothing for so long. */
function cancelStatement(client: pg.PoolClient, timeoutMs: number): Promise<void> {
  const { host, port, processID, secretKey } = client as pg.PoolClient & BackendKey;
  const request = Buffer.alloc(CANCEL_BYTES);
  for (const [place, value] of [CANCEL_BYTES, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(value, 4 * place);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  return new Promise((heard) => {
    socket.once('connect', () => socket.write(request));
    socket.on('error', () => undefined);
    // The server closes it, and says nothing else.
    socket.resume().once('close', () => {
      clearTimeout(timer);
      heard();
    });
  });
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
