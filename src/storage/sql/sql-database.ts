/** What is bound to the `?` of a statement. */
export type SqlValue = string | number | null;

/** A statement of the SQL that SQLite and PostgreSQL have in common, or a part of one, and the values of its `?` in order. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The work of a transaction, written once for both engines: it yields its statements and is handed their rows. SQLite runs it in
 * one go, so that nothing of this process comes between (decision 041); PostgreSQL waits for each answer.
 */
export type Steps<T> = Generator<Query, T, readonly unknown[]>;

/** A statement with its parts and values in their places; values are bound, never pasted. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (SqlValue | Query)[]): Query {
  const values: SqlValue[] = [];
  const place = (part: SqlValue | Query): string => {
    const { sql: text, values: own } = isQuery(part) ? part : { sql: '?', values: [part] };
    values.push(...own);
    return text;
  };
  return { sql: texts.map((text, i) => (i === 0 ? text : place(parts[i - 1]!) + text)).join(''), values };
}

const isQuery = (part: SqlValue | Query): part is Query => typeof part === 'object' && part !== null;

/** A part of our own text, such as the name of a table. There are few, because SQLite keeps a statement for each text. */
export const raw = (text: string): Query => ({ sql: text, values: [] });

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
  /** Runs a statement that only reads. */
  read<Row>(query: Query): Promise<readonly Row[]>;
  /** Runs a statement that changes something, in one round trip: no lock is held over another. `build` may be called again. */
  write<Row>(build: () => Query, durability?: Durability): Promise<readonly Row[]>;
  /**
   * Runs a transaction, all of it or nothing, alone among all that name the same `lock` in every process; null: beside others,
   * each statement on what was committed before it. It may be run again from its beginning.
   */
  transact<T>(lock: string | null, work: () => Steps<T>, durability?: Durability): Promise<T>;
  /** Milliseconds, and the UTC day, of the clock that all processes of the store agree on, when the statement runs. */
  now(): Query;
  today(): Query;
  /** Any number of rows, in their order, to select from: of each `value`, of which `->>` takes one by its place. */
  each(all: readonly (readonly SqlValue[])[]): Query;
  /** Of those rows of a table of totals, which has a key and a day: a bounded piece, to remove it. */
  someOf(table: Query, which: Query): Query;
}

/** What a statement has of rows that it inserts into a table. */
interface Insertion {
  readonly into: string;
  readonly columns: readonly string[];
  /** The columns of texts; the others have whole numbers. */
  readonly texts: readonly string[];
  /** What to do about a row that is there. */
  readonly otherwise?: string;
}

/** Inserts rows in their order, with one statement of one text, however many there are. */
export function insertAll(
  db: Pick<SqlDatabase, 'each'>,
  { into, columns, texts, otherwise = '' }: Insertion,
  all: readonly (readonly SqlValue[])[],
): Query {
  const values = columns.map((column, i) =>
    texts.includes(column) ? `value->>${i}` : `CAST(value->>${i} AS bigint)`,
  );
  const insert = raw(`INSERT INTO ${into} (${columns.join(', ')}) SELECT ${values.join(', ')}`);
  // Without a condition SQLite takes ON for that of a join.
  return sql`${insert} FROM ${db.each(all)} WHERE true ${raw(otherwise)}`;
}

/** Selects ids, to look for them. */
export function idsIn(db: Pick<SqlDatabase, 'each'>, ids: readonly string[]): Query {
  return sql`SELECT value->>0 FROM ${db.each(ids.map((id) => [id]))}`;
}
