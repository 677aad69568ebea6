import type { StoreClock } from '../store-clock.ts';
import { dayOf } from '../usage-days.ts';
import { joinUsage, sumsOf, type UsageSum, WORK_COLUMNS, withoutDay, workValues } from '../usage-rows.ts';
import type { DailyUsage, UsageAddition, UsageCount, UsageCountStore, UsageTotal } from '../usage-store.ts';
import type { SqliteConnection, Statement } from './connection.ts';

const TABLES = ['usage_count', 'usage_outcome', 'usage_work'] as const;
/** Rows that one call of `prune` removes of a table. */
const PRUNE_ROWS = 2000;
/** Batches are remembered for so many days: nobody repeats one for longer. */
const BATCH_DAYS = 1;

/** Daily totals in the embedded database. */
export class SqliteUsage implements UsageCountStore {
  readonly #connection: SqliteConnection;
  readonly #clock: StoreClock;
  readonly #sql: ReturnType<typeof statements>;

  constructor(connection: SqliteConnection, clock: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#sql = statements(connection);
  }

  async today(): Promise<number> {
    return dayOf(this.#clock.nowMs());
  }

  async add(batchId: string, additions: readonly UsageAddition[]): Promise<void> {
    await this.#connection.write(() => {
      const day = dayOf(this.#clock.nowMs());
      if (this.#sql.batch.run(batchId, day).changes === 0) return;
      for (const addition of additions) this.#add(day, addition);
    });
  }

  daily(keyId: string, fromDay: number, toDay: number): Promise<readonly DailyUsage[]> {
    return this.#read(this.#sql.daily, keyId, fromDay, toDay);
  }

  async totals(fromDay: number, toDay: number): Promise<readonly UsageTotal[]> {
    return (await this.#read(this.#sql.totals, fromDay, toDay)).map(withoutDay);
  }

  async forget(keyId: string, _subject: string, atMs: number): Promise<void> {
    await this.#connection.write(() => {
      this.#sql.forget.run(atMs, keyId);
      for (const statement of this.#sql.drop) statement.run(keyId);
    }, 'power');
  }

  async load(days: readonly DailyUsage[]): Promise<void> {
    await this.#connection.write(() => {
      for (const { day, calls, ...addition } of days) {
        const { keyId } = addition;
        this.#sql.collect.run(keyId, day, '', calls, 0);
        this.#add(day, addition);
      }
    }, 'power');
  }

  async collect(counts: readonly UsageCount[]): Promise<void> {
    await this.#connection.write(() => {
      for (const { keyId, day, source, admitted, givenBack } of counts)
        this.#sql.collect.run(keyId, day, source, admitted, givenBack);
    });
  }

  callsBeside(keyId: string, fromDay: number, toDay: number, source: string | null): Promise<number> {
    return this.#connection.read(
      () => (this.#sql.beside.get(keyId, fromDay, toDay, source) as { calls: number }).calls,
    );
  }

  async prune(beforeDay: number): Promise<void> {
    const batchesBefore = dayOf(this.#clock.nowMs()) - BATCH_DAYS;
    await this.#connection.write(() => {
      for (const statement of this.#sql.prune) statement.run(beforeDay);
      for (const statement of this.#sql.pruneForgotten) statement.run();
      this.#sql.pruneBatches.run(batchesBefore);
    });
  }

  #add(day: number, { keyId, outcomes, ...work }: UsageAddition): void {
    for (const [outcome, calls] of Object.entries(outcomes))
      this.#sql.outcome.run(keyId, day, outcome, calls);
    const values = workValues(work);
    if (values.some((value) => value > 0)) this.#sql.work.run(keyId, day, ...values);
  }

  async #read(statement: Statement, ...args: readonly unknown[]): Promise<readonly DailyUsage[]> {
    return joinUsage(await this.#connection.read(() => statement.all(...args) as UsageSum[]));
  }
}

function statements(connection: SqliteConnection) {
  const read = (day: 'day' | '0', where: string) => {
    const parts = sumsOf(day).map(({ select, groupBy }) => `${select} WHERE ${where} GROUP BY ${groupBy}`);
    return connection.prepare(parts.join(' UNION ALL '));
  };
  const added = WORK_COLUMNS.map((column) => `${column} = ${column} + excluded.${column}`).join(', ');
  const forgotten = 'SELECT id FROM api_key WHERE forgotten_at_ms IS NOT NULL';
  return {
    batch: connection.prepare('INSERT OR IGNORE INTO usage_batch (id, day) VALUES (?, ?)'),
    outcome: connection.prepare(
      `INSERT INTO usage_outcome (key_id, day, outcome, calls) VALUES (?, ?, ?, ?)
       ON CONFLICT (key_id, day, outcome) DO UPDATE SET calls = calls + excluded.calls`,
    ),
    work: connection.prepare(
      `INSERT INTO usage_work (key_id, day, ${WORK_COLUMNS.join(', ')}) VALUES (?, ?${', ?'.repeat(WORK_COLUMNS.length)})
       ON CONFLICT (key_id, day) DO UPDATE SET ${added}`,
    ),
    collect: connection.prepare(
      `INSERT INTO usage_count (key_id, day, source, admitted, given_back) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key_id, day, source) DO UPDATE SET
         admitted = max(admitted, excluded.admitted), given_back = max(given_back, excluded.given_back)`,
    ),
    daily: read('day', 'key_id = ?1 AND day BETWEEN ?2 AND ?3'),
    totals: read('0', 'day BETWEEN ?1 AND ?2'),
    beside: connection.prepare(
      `SELECT coalesce(sum(admitted - given_back), 0) AS calls FROM usage_count
       WHERE key_id = ? AND day BETWEEN ? AND ? AND source IS NOT ?`,
    ),
    forget: connection.prepare('UPDATE api_key SET forgotten_at_ms = ? WHERE id = ?'),
    drop: TABLES.map((table) => connection.prepare(`DELETE FROM ${table} WHERE key_id = ?`)),
    prune: TABLES.map((table) =>
      connection.prepare(
        `DELETE FROM ${table} WHERE (key_id, day) IN (SELECT key_id, day FROM ${table} WHERE day < ? LIMIT ${PRUNE_ROWS})`,
      ),
    ),
    pruneForgotten: TABLES.map((table) =>
      connection.prepare(`DELETE FROM ${table} WHERE key_id IN (${forgotten})`),
    ),
    pruneBatches: connection.prepare('DELETE FROM usage_batch WHERE day < ?'),
  };
}
