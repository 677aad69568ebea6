/** What is bound to the `?` of a statement. */
export type SqlValue = string | number | null;

/** One statement of the SQL that SQLite and PostgreSQL have in common, and the values of its `?` in order. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The work of a transaction, written once for both engines: it yields its statements and is handed their rows. SQLite runs it in
 * one go, so that nothing of this process comes between (decision 041); PostgreSQL waits for each answer.
 */
export type Steps<T> = Generator<Query, T, readonly unknown[]>;

/** A statement with its values in their places, which are bound, never pasted. */
export function sql(texts: TemplateStringsArray, ...values: readonly SqlValue[]): Query {
  return { sql: texts.join('?'), values };
}

/** Runs a statement inside of a transaction; its rows, of a change those that it returns. */
export function* rows<Row>(query: Query): Steps<readonly Row[]> {
  return (yield query) as readonly Row[];
}

/**
 * What survives: `process` a killed process (the write-ahead log is in the page cache), `power` also a power
 * loss (the log is flushed to the disk before the call resolves). PostgreSQL flushes whatever is asked for.
 */
export type Durability = 'process' | 'power';

/** An engine that holds the tables of the store. Its calls reject as those of `ports.ts` do. */
export interface SqlDatabase {
  /** Runs one statement that only reads. */
  read<Row>(query: Query): Promise<readonly Row[]>;
  /**
   * Runs a transaction, all of it or nothing, alone among all that name the same `lock` in every process; null: beside others,
   * each statement on what was committed before it. It may be run again from its beginning.
   */
  transact<T>(lock: string | null, work: () => Steps<T>, durability?: Durability): Promise<T>;
  /** The clock that all processes of the store agree on. */
  nowMs(): Promise<number>;
}

/** Rows that one statement inserts, so that any number of them is few statements. */
const ROWS_AT_ONCE = 500;

/** Inserts rows into a table with its columns in parentheses; `otherwise`: what to do about a row that is there. */
export function* insertAll(into: string, all: readonly (readonly SqlValue[])[], otherwise = ''): Steps<void> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const some = all.slice(from, from + ROWS_AT_ONCE);
    const places = some.map((row) => `(${row.map(() => '?').join(', ')})`);
    yield { sql: `INSERT INTO ${into} VALUES ${places.join(', ')} ${otherwise}`, values: some.flat() };
  }
}
