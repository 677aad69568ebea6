import { monthOf } from '../usage-days.ts';
import {
  type DailyUsage,
  NO_WORK,
  type UsageAddition,
  type UsageCount,
  type UsageCountStore,
  type UsageWork,
} from '../usage-store.ts';
import { compareTexts } from './compare-texts.ts';
import { insertAll, type Query, raw, rows, type SqlDatabase, type Steps, sql } from './sql-database.ts';

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
const CALLS = raw('usage_count');
const TABLES = [CALLS, raw('usage_outcome'), raw('usage_work')];
/** Batches are remembered for so many days: nobody repeats one for longer. */
const BATCH_DAYS = 1;

/** To which key and day a row belongs; the day is 0 in totals over days. */
type Place = Pick<DailyUsage, 'keyId' | 'day'>;

/** Daily totals. */
export function sqlUsage(db: SqlDatabase): UsageCountStore {
  const today = async (): Promise<number> =>
    (await db.read<{ day: number }>(sql`SELECT ${db.today()} AS day`))[0]!.day;
  return {
    today,
    async add(batchId, additions) {
      await db.transact(null, function* () {
        const [added] = yield* rows<{ day: number }>(sql`INSERT INTO usage_batch (id, day)
          VALUES (${batchId}, ${db.today()}) ON CONFLICT (id) DO NOTHING RETURNING day`);
        if (added !== undefined)
          yield* addAll(
            db,
            additions.map((addition) => ({ ...addition, day: added.day })),
          );
      });
    },
    async daily(keyId, fromDay, toDay) {
      const where = sql`key_id = ${keyId} AND day BETWEEN ${fromDay} AND ${toDay}`;
      return joined(await db.read(sumsOf('day', where)));
    },
    async totals(fromDay, toDay) {
      const sums = await db.read<Sum>(sumsOf('0', sql`day BETWEEN ${fromDay} AND ${toDay}`));
      return joined(sums).map(({ day: _, ...total }) => total);
    },
    async busiest(fromDay, toDay, most) {
      const keys = await db.read<{ keyId: string; all: number }>(
        sql`SELECT key_id AS "keyId", count(*) OVER () AS "all" FROM usage_count
          WHERE day BETWEEN ${fromDay} AND ${toDay} GROUP BY key_id HAVING sum(admitted - given_back) > 0
          ORDER BY sum(admitted - given_back) DESC, key_id LIMIT ${most}`,
      );
      return { keyIds: keys.map(({ keyId }) => keyId), all: keys[0]?.all ?? 0 };
    },
    async outcomes(fromDay, toDay) {
      const told = await db.read<{ outcome: string; calls: number }>(
        sql`SELECT outcome, CAST(sum(calls) AS bigint) AS calls FROM usage_outcome
          WHERE day BETWEEN ${fromDay} AND ${toDay} GROUP BY outcome`,
      );
      return Object.fromEntries(told.map(({ outcome, calls }) => [outcome, calls]));
    },
    forget: (keyId, _subject, atMs) =>
      db.transact(
        null,
        function* () {
          yield* rows(sql`UPDATE api_key SET forgotten_at_ms = ${atMs} WHERE id = ${keyId}`);
          for (const table of TABLES) yield* rows(sql`DELETE FROM ${table} WHERE key_id = ${keyId}`);
        },
        'power',
      ),
    load: (days) =>
      db.transact(
        null,
        function* () {
          const counts = days.map((one) => ({ ...one, source: '', admitted: one.calls, givenBack: 0 }));
          yield* rows(collectionOf(db, counts));
          yield* addAll(db, days);
        },
        'power',
      ),
    async collect(counts) {
      await db.write(() => collectionOf(db, counts));
    },
    async callsBeside(keyId, fromDay, toDay, source) {
      const [row] = await db.read<{ calls: number }>(
        sql`SELECT CAST(coalesce(sum(admitted - given_back), 0) AS bigint) AS calls FROM usage_count
          WHERE key_id = ${keyId} AND day BETWEEN ${fromDay} AND ${toDay} AND source IS DISTINCT FROM ${source}`,
      );
      return row!.calls;
    },
    async prune(beforeDay) {
      const { first } = monthOf(await today());
      const forgotten = sql`SELECT id FROM api_key WHERE forgotten_at_ms IS NOT NULL`;
      for (const table of TABLES) {
        // Monthly quotas are judged by the calls of the month.
        const before = table === CALLS ? Math.min(beforeDay, first) : beforeDay;
        const old = db.someOf(table, sql`day < ${before}`);
        await db.write(() => sql`DELETE FROM ${table} WHERE ${old}`);
        await db.write(() => sql`DELETE FROM ${table} WHERE key_id IN (${forgotten})`);
      }
      await db.write(() => sql`DELETE FROM usage_batch WHERE day < ${db.today()} - ${BATCH_DAYS}`);
    },
  };
}

/** A row of {@link sumsOf}: calls of an outcome; without one the counted calls, or the figures, and 0 for the others. */
interface Sum extends Omit<DailyUsage, 'outcomes'> {
  readonly outcome: string | null;
}

/**
 * Sums of the three tables by key, `day` (the column, or 0 for totals over days) and outcome: one statement, which sees one state of
 * the tables.
 */
function sumsOf(day: 'day' | '0', where: Query): Query {
  const as = (of: string, name: string) => `CAST(${of} AS bigint) AS "${name}"`;
  const none = FIGURES.map((figure) => as('0', figure)).join(', ');
  const figures = FIGURES.map((figure) => as(`sum(${WORK[figure]})`, figure)).join(', ');
  const sums = (outcome: string, calls: string, work: string, table: string, group: string) =>
    sql`${raw(`SELECT key_id AS "keyId", ${day} AS day, ${outcome} AS outcome, ${as(calls, 'calls')}, ${work}
      FROM ${table}`)} WHERE ${where} GROUP BY ${raw(group)}`;
  return sql`${sums('NULL', 'sum(admitted - given_back)', none, 'usage_count', '1, 2')}
    UNION ALL ${sums('outcome', 'sum(calls)', none, 'usage_outcome', '1, 2, 3')}
    UNION ALL ${sums('NULL', '0', figures, 'usage_work', '1, 2')}`;
}

/** Totals while they are added up. */
type Totals = { -readonly [Name in keyof DailyUsage]: DailyUsage[Name] } & {
  outcomes: Record<string, number>;
};

/** Rows as totals, ordered by id and day. Outcomes are in the order of their names. */
function joined(sums: readonly Sum[]): readonly DailyUsage[] {
  const found = new Map<string, Totals>();
  const byOutcome = sums.toSorted((a, b) => compareTexts(a.outcome ?? '', b.outcome ?? ''));
  for (const { outcome, keyId, day, calls, ...work } of byOutcome) {
    const place = `${keyId} ${day}`;
    const known = found.get(place) ?? { keyId, day, calls: 0, outcomes: {}, ...NO_WORK };
    found.set(place, known);
    if (outcome !== null) known.outcomes[outcome] = calls;
    else {
      known.calls += calls;
      for (const figure of FIGURES) known[figure] += work[figure];
    }
  }
  return byKey([...found.values()]);
}

/** In the order of the ids and days; what writes goes by it too, so that two that write the same rows never wait in a circle. */
function byKey<T extends Place>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => compareTexts(a.keyId, b.keyId) || a.day - b.day);
}

function collectionOf(db: SqlDatabase, counts: readonly UsageCount[]): Query {
  const more = (column: string) =>
    `${column} = CASE WHEN excluded.${column} > usage_count.${column} THEN excluded.${column} ELSE usage_count.${column} END`;
  const collected = {
    into: 'usage_count',
    columns: ['key_id', 'day', 'source', 'admitted', 'given_back'],
    texts: ['key_id', 'source'],
    otherwise: `ON CONFLICT (key_id, day, source) DO UPDATE SET ${more('admitted')}, ${more('given_back')}`,
  };
  const bySource = counts.toSorted((a, b) => compareTexts(a.source, b.source));
  const all = byKey(bySource).map((one) => [one.keyId, one.day, one.source, one.admitted, one.givenBack]);
  return insertAll(db, collected, all);
}

const OUTCOMES = {
  into: 'usage_outcome',
  columns: ['key_id', 'day', 'outcome', 'calls'],
  texts: ['key_id', 'outcome'],
  otherwise: 'ON CONFLICT (key_id, day, outcome) DO UPDATE SET calls = usage_outcome.calls + excluded.calls',
};
const SUMS = WORK_COLUMNS.map((column) => `${column} = usage_work.${column} + excluded.${column}`);
const FIGURES_OF_WORK = {
  into: 'usage_work',
  columns: ['key_id', 'day', ...WORK_COLUMNS],
  texts: ['key_id'],
  otherwise: `ON CONFLICT (key_id, day) DO UPDATE SET ${SUMS.join(', ')}`,
};

function* addAll(db: SqlDatabase, additions: readonly (UsageAddition & Place)[]): Steps<void> {
  const all = byKey(additions);
  const outcomes = all.flatMap(({ keyId, day, outcomes: told }) =>
    Object.entries(told)
      .sort(([a], [b]) => compareTexts(a, b))
      .map(([outcome, calls]) => [keyId, day, outcome, calls]),
  );
  yield* rows(insertAll(db, OUTCOMES, outcomes));
  const worked = all.filter((row) => FIGURES.some((figure) => row[figure] > 0));
  const work = worked.map((row) => [row.keyId, row.day, ...FIGURES.map((figure) => row[figure])]);
  yield* rows(insertAll(db, FIGURES_OF_WORK, work));
}
