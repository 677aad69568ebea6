import type { DailyUsage, UsageTotal, UsageWork } from './usage-store.ts';

/** The column of `usage_work` that adds up each figure, the same in both SQL adapters. */
const WORK: Readonly<Record<keyof UsageWork, string>> = {
  cpuUs: 'cpu_us',
  bytesIn: 'bytes_in',
  bytesOut: 'bytes_out',
  credits: 'credits',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
};
const FIGURES = Object.keys(WORK) as (keyof UsageWork)[];

export const WORK_COLUMNS: readonly string[] = Object.values(WORK);

/** Figures in the order of the columns. */
export function workValues(work: UsageWork): readonly number[] {
  return FIGURES.map((figure) => work[figure]);
}

const toWork = (of: (figure: keyof UsageWork) => number) =>
  Object.fromEntries(FIGURES.map((figure) => [figure, of(figure)])) as unknown as UsageWork;

export const NO_WORK = toWork(() => 0);

/** What to select of a table of totals, to be followed by `WHERE` and then `GROUP BY`. */
interface Sums {
  readonly select: string;
  readonly groupBy: string;
}

/**
 * Sums of the three tables by key, `day` (the column, or 0 for totals over days) and outcome. Together, with `UNION ALL` between
 * them, they are one statement, which sees one state of the tables.
 */
export function sumsOf(day: 'day' | '0'): readonly Sums[] {
  const sum = (of: string, name: string) => `CAST(${of} AS bigint) AS "${name}"`;
  const none = FIGURES.map((figure) => sum('0', figure)).join(', ');
  const figures = FIGURES.map((figure) => sum(`sum(${WORK[figure]})`, figure)).join(', ');
  const select = (outcome: string, calls: string, work: string, from: string) =>
    `SELECT key_id AS "keyId", ${day} AS day, ${outcome} AS outcome, ${sum(calls, 'calls')}, ${work} FROM ${from}`;
  return [
    { select: select('NULL', 'sum(admitted - given_back)', none, 'usage_count'), groupBy: '1, 2' },
    { select: select('outcome', 'sum(calls)', none, 'usage_outcome'), groupBy: '1, 2, 3' },
    { select: select('NULL', '0', figures, 'usage_work'), groupBy: '1, 2' },
  ];
}

/** A row of {@link sumsOf}: calls of an outcome; without one the counted calls, or the figures, and 0 for the others. */
export interface UsageSum extends Omit<DailyUsage, 'outcomes'> {
  readonly outcome: string | null;
}

/** Totals while they are added up. */
type Totals = { -readonly [Name in keyof DailyUsage]: DailyUsage[Name] } & {
  outcomes: Record<string, number>;
};

/** Rows as totals, ordered by id, bytewise, and day. Outcomes are in the order of their names. */
export function joinUsage(sums: readonly UsageSum[]): readonly DailyUsage[] {
  const found = new Map<string, Totals>();
  const byOutcome = sums.toSorted((a, b) => ((a.outcome ?? '') < (b.outcome ?? '') ? -1 : 1));
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
  return [...found.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.day - b.day));
}

/** The same over days, without them. */
export function withoutDay({ day: _day, ...total }: DailyUsage): UsageTotal {
  return total;
}
