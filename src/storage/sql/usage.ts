import { dayOf } from '../usage-days.ts';
import {
  type DailyUsage,
  NO_WORK,
  type UsageAddition,
  type UsageCount,
  type UsageCountStore,
  type UsageWork,
} from '../usage-store.ts';
import { insertAll, rows, type SqlDatabase, type SqlValue, type Steps, sql } from './sql-database.ts';

/** The column of `usage_work` that adds up each figure. */
const WORK: Readonly<Record<keyof UsageWork, string>> = {
  cpuUs: 'cpu_us',
  bytesIn: 'bytes_in',
  bytesOut: 'bytes_out',
  credits: 'credits',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
};
const FIGURES = Object.keys(WORK) as (keyof UsageWork)[];
const WORK_COLUMNS = Object.values(WORK);
const TABLES = ['usage_count', 'usage_outcome', 'usage_work'] as const;
/** Rows that one call of `prune` removes of a table, and those of the same key and day. */
const PRUNE_ROWS = 2000;
/** Batches are remembered for so many days: nobody repeats one for longer. */
const BATCH_DAYS = 1;

/** To which key and day a row belongs; the day is 0 in totals over days. */
type Place = Pick<DailyUsage, 'keyId' | 'day'>;

/** Daily totals. */
export function sqlUsage(db: SqlDatabase): UsageCountStore {
  const today = async (): Promise<number> => dayOf(await db.nowMs());
  return {
    today,
    async add(batchId, additions) {
      const day = await today();
      await db.transact(null, function* () {
        const added = yield* rows(sql`INSERT INTO usage_batch (id, day) VALUES (${batchId}, ${day})
          ON CONFLICT (id) DO NOTHING RETURNING id`);
        if (added.length > 0) yield* addAll(additions.map((addition) => ({ ...addition, day })));
      });
    },
    daily: (keyId, fromDay, toDay) =>
      readSums(db, 'day', 'key_id = ? AND day BETWEEN ? AND ?', [keyId, fromDay, toDay]),
    async totals(fromDay, toDay) {
      const sums = await readSums(db, '0', 'day BETWEEN ? AND ?', [fromDay, toDay]);
      return sums.map(({ day: _, ...total }) => total);
    },
    forget: (keyId, _subject, atMs) =>
      db.transact(
        null,
        function* () {
          yield* rows(sql`UPDATE api_key SET forgotten_at_ms = ${atMs} WHERE id = ${keyId}`);
          for (const table of TABLES)
            yield* rows({ sql: `DELETE FROM ${table} WHERE key_id = ?`, values: [keyId] });
        },
        'power',
      ),
    load(days) {
      const counts = days.map(({ keyId, day, calls }) => {
        return { keyId, day, source: '', admitted: calls, givenBack: 0 };
      });
      return db.transact(
        null,
        function* () {
          yield* collectAll(counts);
          yield* addAll(days);
        },
        'power',
      );
    },
    collect: (counts) => db.transact(null, () => collectAll(counts)),
    async callsBeside(keyId, fromDay, toDay, source) {
      const [row] = await db.read<{ calls: number }>(
        sql`SELECT CAST(coalesce(sum(admitted - given_back), 0) AS bigint) AS calls FROM usage_count
          WHERE key_id = ${keyId} AND day BETWEEN ${fromDay} AND ${toDay} AND source IS DISTINCT FROM ${source}`,
      );
      return row!.calls;
    },
    async prune(beforeDay) {
      const remove = (table: string, which: string, ...values: readonly SqlValue[]) =>
        db.transact(null, () => rows({ sql: `DELETE FROM ${table} WHERE ${which}`, values }));
      for (const table of TABLES) {
        const old = `SELECT key_id, day FROM ${table} WHERE day < ? LIMIT ${PRUNE_ROWS}`;
        await remove(table, `(key_id, day) IN (${old})`, beforeDay);
        await remove(table, 'key_id IN (SELECT id FROM api_key WHERE forgotten_at_ms IS NOT NULL)');
      }
      await remove('usage_batch', 'day < ?', (await today()) - BATCH_DAYS);
    },
  };
}

/** Sums by key and `day`, ordered by both. Outcomes are in the order of their names. */
async function readSums(
  db: SqlDatabase,
  day: 'day' | '0',
  where: string,
  values: readonly SqlValue[],
): Promise<readonly DailyUsage[]> {
  const ask = <Sums>(table: string, sums: string, group = '') =>
    db.read<Place & Sums>({
      sql: `SELECT key_id AS "keyId", ${day} AS day, ${sums} ${group} FROM ${table} WHERE ${where} GROUP BY 1, 2 ${group}`,
      values,
    });
  const sum = (of: string, name: string) => `CAST(sum(${of}) AS bigint) AS "${name}"`;
  const [counts, outcomes, work] = await Promise.all([
    ask<{ calls: number }>('usage_count', sum('admitted - given_back', 'calls')),
    ask<{ outcome: string; calls: number }>('usage_outcome', sum('calls', 'calls'), ', outcome'),
    ask<UsageWork>('usage_work', FIGURES.map((figure) => sum(WORK[figure], figure)).join(', ')),
  ]);
  const found = new Map<string, DailyUsage & { calls: number; outcomes: Record<string, number> }>();
  const at = ({ keyId, day: on }: Place) => {
    const place = `${keyId} ${on}`;
    const known = found.get(place) ?? { keyId, day: on, calls: 0, outcomes: {}, ...NO_WORK };
    found.set(place, known);
    return known;
  };
  for (const row of counts) at(row).calls = row.calls;
  for (const row of outcomes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1)))
    at(row).outcomes[row.outcome] = row.calls;
  for (const row of work) Object.assign(at(row), row);
  return byKey([...found.values()]);
}

/** In the order of the ids and days; what writes goes by it too, so that two that write the same rows never wait in a circle. */
function byKey<T extends Place>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.day - b.day));
}

function collectAll(counts: readonly UsageCount[]): Steps<void> {
  const more = (column: string) =>
    `${column} = CASE WHEN excluded.${column} > usage_count.${column} THEN excluded.${column} ELSE usage_count.${column} END`;
  return insertAll(
    'usage_count (key_id, day, source, admitted, given_back)',
    byKey(counts).map(({ keyId, day, source, admitted, givenBack }) => {
      return [keyId, day, source, admitted, givenBack];
    }),
    `ON CONFLICT (key_id, day, source) DO UPDATE SET ${more('admitted')}, ${more('given_back')}`,
  );
}

function* addAll(additions: readonly (UsageAddition & Place)[]): Steps<void> {
  const all = byKey(additions);
  yield* insertAll(
    'usage_outcome (key_id, day, outcome, calls)',
    all.flatMap(({ keyId, day, outcomes }) =>
      Object.entries(outcomes)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([outcome, calls]) => [keyId, day, outcome, calls]),
    ),
    'ON CONFLICT (key_id, day, outcome) DO UPDATE SET calls = usage_outcome.calls + excluded.calls',
  );
  const sums = WORK_COLUMNS.map((column) => `${column} = usage_work.${column} + excluded.${column}`);
  yield* insertAll(
    `usage_work (key_id, day, ${WORK_COLUMNS.join(', ')})`,
    all
      .filter((row) => FIGURES.some((figure) => row[figure] > 0))
      .map((row) => [row.keyId, row.day, ...FIGURES.map((figure) => row[figure])]),
    `ON CONFLICT (key_id, day) DO UPDATE SET ${sums.join(', ')}`,
  );
}
