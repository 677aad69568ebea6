import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { ServiceError } from '../../contract/failure.ts';
import { type Durability, type Query, type SqlDatabase, type Steps, sql } from '../sql/sql-database.ts';
import { TIMEOUT_MS } from '../store-breaker.ts';
import type { StoreClock } from '../store-clock.ts';
import { storeUnavailable } from '../store-fault.ts';
import { dayOf } from '../usage-days.ts';

/** The name of a database that lives as long as its connection, in place of a file's path. */
export const IN_MEMORY = ':memory:';

/** A prepared statement; rows come as objects with the selected columns. */
export type Statement = Libsql.Statement<unknown[]>;

/** SQLite's own wait blocks the event loop, so it is short, and the rest is waited for outside of it. */
const NATIVE_LOCK_WAIT_MS = 5;
/** Keys and days of which one statement removes the rows at most: the event loop waits for it. */
const REMOVED_DAYS = 2000;

/** One connection to the embedded database; transactions are synchronous and never interleave. */
export type SqliteConnection = ReturnType<typeof connectionOf>;

/**
 * Opens or makes the file (readable by its owner only), or a database {@link IN_MEMORY}. Rejects `store_unavailable`. A call waits
 * up to `lockWaitMs` for another process's transaction before it is refused.
 */
export function openSqlite(file: string, lockWaitMs = TIMEOUT_MS): Promise<SqliteConnection> {
  return retryLocked(performance.now() + lockWaitMs, () => {
    if (file !== IN_MEMORY) {
      makeFolder(path.dirname(file));
      makeFile(file);
    }
    const db = new Libsql(file, { timeout: NATIVE_LOCK_WAIT_MS });
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
      return connectionOf(db, lockWaitMs);
    } catch (cause) {
      db.close();
      throw cause;
    }
  });
}

function connectionOf(db: Libsql.Database, lockWaitMs: number) {
  const whenFree = <T>(work: () => T): Promise<T> => retryLocked(performance.now() + lockWaitMs, work);
  /** What became of the lock that another process holds, from the one call that tries again; null: it was free. */
  let ahead: Promise<unknown> | null = null;
  /** As `whenFree`; further calls wait for the one that tries again, or each would block for SQLite's own wait. */
  const inTurn = async <T>(work: () => T): Promise<T> => {
    const deadlineMs = performance.now() + lockWaitMs;
    while (ahead !== null) {
      const fault = await ahead;
      if (fault !== null && performance.now() >= deadlineMs) throw fault;
    }
    let isHeldUp = false;
    const done = retryLocked(deadlineMs, work, () => {
      isHeldUp = true;
    });
    if (isHeldUp)
      ahead = done
        .then(
          () => null,
          // A fault of the work itself is its own caller's.
          (fault: unknown) => (fault instanceof ServiceError ? fault : null),
        )
        .finally(() => {
          ahead = null;
        });
    return done;
  };
  const begin: Statement = db.prepare('BEGIN IMMEDIATE');
  const beginRead: Statement = db.prepare('BEGIN DEFERRED');
  const commit: Statement = db.prepare('COMMIT');
  const readAny: Statement = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1');
  const prepared = new Map<string, Statement>();
  /** Why the last transaction that wanted to write could not; null when it could. */
  let writeFault: ServiceError | null = null;
  const transaction = <T>(first: Statement, run: () => T): T => {
    first.run();
    try {
      const result = run();
      commit.run();
      return result;
    } catch (cause) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw cause;
    }
  };
  const writeOnce = <T>(run: () => T, durability: Durability): T => {
    if (durability === 'process') return transaction(begin, run);
    db.exec('PRAGMA synchronous = FULL');
    try {
      return transaction(begin, run);
    } finally {
      db.exec('PRAGMA synchronous = NORMAL');
    }
  };
  const prepare = (sql: string): Statement => db.prepare(sql);
  return {
    prepare,
    /** Statements by name. */
    prepareAll<Name extends string>(sql: Readonly<Record<Name, string>>): Readonly<Record<Name, Statement>> {
      const all = Object.entries<string>(sql).map(([name, text]) => [name, prepare(text)]);
      return Object.fromEntries(all) as Record<Name, Statement>;
    },
    /** The rows of a statement, inside of `read` or `write`. It stays prepared: no text is made of what is stored. */
    rows<Row>({ sql: text, values }: Query): readonly Row[] {
      const statement = prepared.get(text) ?? prepare(text);
      prepared.set(text, statement);
      if (statement.reader) return statement.all([...values]) as Row[];
      statement.run([...values]);
      return [];
    },
    /** Runs several statements at once, for migrations. */
    exec: (sql: string): void => void db.exec(sql),
    /** Runs statements that only read; one statement needs no transaction. */
    read: whenFree,
    /** Runs several reading statements on one state of the database. */
    readTogether: <T>(run: () => T): Promise<T> => whenFree(() => transaction(beginRead, run)),
    /** Runs a transaction that owns the database: all of `run` or nothing. */
    async write<T>(run: () => T, durability: Durability = 'process'): Promise<T> {
      try {
        const result = await inTurn(() => writeOnce(run, durability));
        writeFault = null;
        return result;
      } catch (cause) {
        if (cause instanceof ServiceError && cause.failure.reason === 'store_unavailable') writeFault = cause;
        throw cause;
      }
    },
    /**
     * Resolves when the database can be read and the last write was done; rejects `store_unavailable` otherwise. It takes no
     * lock, so that it waits behind no writer: the lease of the process, written every few seconds, is what tries the disk.
     */
    async probe(): Promise<void> {
      await whenFree(() => readAny.get());
      if (writeFault !== null) throw writeFault;
    },
    /** Closes. SQLite leaves all that was written in its log while statements are prepared, so it is put into the file first. */
    close(): void {
      if (!db.open) return;
      try {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // A damaged file or a full disk: the log stays, and whoever opens the database reads it.
      }
      db.close();
    },
  };
}

/** The embedded database under the SQL of both engines. A writing transaction owns it, whatever the lock. */
export function sqliteDatabase(connection: SqliteConnection, clock: StoreClock): SqlDatabase {
  const take = <T>(steps: Steps<T>): T => {
    let step = steps.next();
    while (!step.done) step = steps.next(connection.rows(step.value));
    return step.value;
  };
  return {
    read: <Row>(query: Query) => connection.read(() => connection.rows<Row>(query)),
    write: <Row>(build: () => Query, durability?: Durability) =>
      connection.write(() => connection.rows<Row>(build()), durability),
    transact: (_lock, work, durability) => connection.write(() => take(work()), durability),
    now: () => sql`${clock.nowMs()}`,
    today: () => sql`${dayOf(clock.nowMs())}`,
    each: (all) => sql`json_each(${JSON.stringify(all)}) AS each`,
    someOf: (table, which) =>
      sql`(key_id, day) IN (SELECT key_id, day FROM ${table} WHERE ${which} LIMIT ${REMOVED_DAYS})`,
  };
}

/** Runs `work` again while another process holds the lock, which `onLocked` hears; any other fault of the store is final. */
async function retryLocked<T>(deadlineMs: number, work: () => T, onLocked?: () => void): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (cause) {
      if (!isLocked(cause)) throw storeFailure(cause);
      onLocked?.();
      if (performance.now() >= deadlineMs) throw storeFailure(cause);
    }
    await sleep(2 + Math.random() * 18);
  }
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const isLocked = (thrown: unknown): boolean => /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(codeOf(thrown));

/** Faults of the disk or the file are `store_unavailable`; constraint and programming errors pass as they are. */
function storeFailure(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause;
  const code = codeOf(cause);
  if (code === '' || /^SQLITE_(CONSTRAINT|MISUSE|RANGE|MISMATCH|TOOBIG|ERROR)/.test(code)) return cause;
  return storeUnavailable('SQLite', cause);
}

/**
 * Makes a folder and what is missing above it, readable by its owner only. One `mkdir` per level: the recursive form
 * of Node 20 never returns below `/proc`, where making a folder in one that exists fails with ENOENT.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; statSync(at, { throwIfNoEntry: false }) === undefined; at = path.dirname(at)) {
    missing.push(at);
  }
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, 0o700);
    } catch (cause) {
      // Another process may have made it meanwhile.
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
  }
}

/**
 * Makes a file, readable by its owner only. One that is there is not opened: when any descriptor of a file is closed, a process
 * loses all its locks on it (POSIX), and another one may delete the log that is still written here. Throws what opening it would.
 */
function makeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  // Nothing is opened where a folder stands: that fails with what is wrong.
  if (found === undefined || found.isDirectory()) closeSync(openSync(file, 'a', 0o600));
  else accessSync(file, constants.R_OK | constants.W_OK);
}
