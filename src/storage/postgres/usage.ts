import { type RawBuilder, sql } from 'kysely';
import type { StoreClock } from '../store-clock.ts';
import { dayOf } from '../usage-days.ts';
import { joinUsage, sumsOf, type UsageSum, WORK_COLUMNS, withoutDay, workValues } from '../usage-rows.ts';
import type { DailyUsage, UsageAddition, UsageCount, UsageCountStore, UsageTotal } from '../usage-store.ts';
import type { PostgresConnection, PostgresDb } from './connection.ts';

const TABLES = ['usage_count', 'usage_outcome', 'usage_work'] as const;
/** Rows that one call of `prune` removes of a table. */
const PRUNE_ROWS = 5000;
/** Batches are remembered for so many days: nobody repeats one for longer. */
const BATCH_DAYS = 1;

/** The UTC day of the PostgreSQL server, or of the clock that replaces its own in tests. */
export function dayOfServer(clock: StoreClock | undefined): RawBuilder<number> {
  if (clock) return sql<number>`${dayOf(clock.nowMs())}::bigint`;
  return sql<number>`floor(extract(epoch FROM clock_timestamp()) / 86400)::bigint`;
}

/** Daily totals in PostgreSQL. */
export class PostgresUsage implements UsageCountStore {
  readonly #connection: PostgresConnection;
  readonly #clock: StoreClock | undefined;

  /** `clock` replaces the server's in tests. */
  constructor(connection: PostgresConnection, clock?: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async today(): Promise<number> {
    const { rows } = await this.#run<{ day: number }>(sql`SELECT ${dayOfServer(this.#clock)} AS day`);
    return rows[0]!.day;
  }

  async add(batchId: string, additions: readonly UsageAddition[]): Promise<void> {
    await this.#transact(async (db) => {
      const { rows } = await sql<{ day: number }>`
        INSERT INTO usage_batch (id, day) VALUES (${batchId}, ${dayOfServer(this.#clock)})
        ON CONFLICT (id) DO NOTHING RETURNING day`.execute(db);
      const day = rows[0]?.day;
      if (day === undefined) return;
      const ofDay = additions.map((addition) => ({ ...addition, day }));
      await addAll(db, ofDay);
    });
  }

  daily(keyId: string, fromDay: number, toDay: number): Promise<readonly DailyUsage[]> {
    return this.#read('day', sql`key_id = ${keyId} AND day BETWEEN ${fromDay} AND ${toDay}`);
  }

  async totals(fromDay: number, toDay: number): Promise<readonly UsageTotal[]> {
    return (await this.#read('0', sql`day BETWEEN ${fromDay} AND ${toDay}`)).map(withoutDay);
  }

  async forget(keyId: string, _subject: string, atMs: number): Promise<void> {
    await this.#transact(async (db) => {
      await sql`UPDATE api_key SET forgotten_at_ms = ${atMs} WHERE id = ${keyId}`.execute(db);
      for (const table of TABLES)
        await sql`DELETE FROM ${sql.table(table)} WHERE key_id = ${keyId}`.execute(db);
    });
  }

  async load(days: readonly DailyUsage[]): Promise<void> {
    await this.#transact(async (db) => {
      const counts = days.map((one) => ({ ...one, source: '', admitted: one.calls, givenBack: 0 }));
      await collectAll(db, counts);
      await addAll(db, days);
    });
  }

  async collect(counts: readonly UsageCount[]): Promise<void> {
    await this.#connection.run((db) => collectAll(db, counts));
  }

  async callsBeside(keyId: string, fromDay: number, toDay: number, source: string | null): Promise<number> {
    const { rows } = await this.#run<{ calls: number }>(sql`
      SELECT coalesce(sum(admitted - given_back), 0)::bigint AS calls FROM usage_count
      WHERE key_id = ${keyId} AND day BETWEEN ${fromDay} AND ${toDay} AND source IS DISTINCT FROM ${source}`);
    return rows[0]!.calls;
  }

  async prune(beforeDay: number): Promise<void> {
    for (const table of TABLES) {
      const name = sql.table(table);
      await this.#run(sql`DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE day < ${beforeDay} LIMIT ${PRUNE_ROWS}))`);
      await this.#run(
        sql`DELETE FROM ${name} WHERE key_id IN (SELECT id FROM api_key WHERE forgotten_at_ms IS NOT NULL)`,
      );
    }
    await this.#run(
      sql`DELETE FROM usage_batch WHERE day < ${dayOfServer(this.#clock)} - ${BATCH_DAYS}::bigint`,
    );
  }

  async #read(day: 'day' | '0', where: RawBuilder<unknown>): Promise<readonly DailyUsage[]> {
    const { rows } = await this.#run<UsageSum>(
      sql.join(
        sumsOf(day).map(
          ({ select, groupBy }) => sql`${sql.raw(select)} WHERE ${where} GROUP BY ${sql.raw(groupBy)}`,
        ),
        sql` UNION ALL `,
      ),
    );
    return joinUsage(rows);
  }

  #run<Row>(query: RawBuilder<unknown>) {
    return this.#connection.run((db) => (query as RawBuilder<Row>).execute(db));
  }

  #transact(work: (db: PostgresDb) => Promise<void>): Promise<void> {
    return this.#connection.run((db) => db.transaction().execute(work));
  }
}

/** Rows as `unnest` takes them: each column of values as one parameter, so that any number of rows is one statement. */
function unnested(
  columns: readonly (readonly (string | number)[])[],
  texts: readonly number[],
): RawBuilder<unknown> {
  const arrays = columns.map(
    (values, i) => sql`${values}::${sql.raw(texts.includes(i) ? 'text' : 'bigint')}[]`,
  );
  return sql`SELECT * FROM unnest(${sql.join(arrays)})`;
}

/** In the order of the ids, so that two that write the same rows never wait for each other in a circle. */
const byKey = <T extends { readonly keyId: string; readonly day: number }>(
  rows: readonly T[],
): readonly T[] => rows.toSorted((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.day - b.day));

async function collectAll(db: PostgresDb, counts: readonly UsageCount[]): Promise<void> {
  const rows = byKey(counts);
  const values = (['keyId', 'day', 'source', 'admitted', 'givenBack'] as const).map((name) =>
    rows.map((row) => row[name]),
  );
  await sql`INSERT INTO usage_count (key_id, day, source, admitted, given_back) ${unnested(values, [0, 2])}
    ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = greatest(usage_count.admitted, excluded.admitted),
      given_back = greatest(usage_count.given_back, excluded.given_back)`.execute(db);
}

async function addAll(
  db: PostgresDb,
  additions: readonly (UsageAddition & { readonly day: number })[],
): Promise<void> {
  const rows = byKey(additions);
  const outcomes = rows.flatMap(({ keyId, day, outcomes: told }) =>
    Object.entries(told)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([outcome, calls]) => [keyId, day, outcome, calls] as const),
  );
  const told = [0, 1, 2, 3].map((i) => outcomes.map((row) => row[i]!));
  await sql`INSERT INTO usage_outcome (key_id, day, outcome, calls) ${unnested(told, [0, 2])}
    ON CONFLICT (key_id, day, outcome) DO UPDATE SET calls = usage_outcome.calls + excluded.calls`.execute(
    db,
  );

  const worked = rows
    .map((row) => [row.keyId, row.day, ...workValues(row)])
    .filter(([, , ...values]) => values.some((value) => Number(value) > 0));
  const names = WORK_COLUMNS.map((name) => sql.ref(name));
  const columns = ['key_id', 'day', ...WORK_COLUMNS].map((_, i) => worked.map((row) => row[i]!));
  const sums = names.map((name) => sql`${name} = usage_work.${name} + excluded.${name}`);
  await sql`INSERT INTO usage_work (key_id, day, ${sql.join(names)}) ${unnested(columns, [0])}
    ON CONFLICT (key_id, day) DO UPDATE SET ${sql.join(sums)}`.execute(db);
}
