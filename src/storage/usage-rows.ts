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

/** To which key and day a row belongs; the day is 0 in totals over days. */
interface Place {
  readonly key_id: string;
  readonly day: number;
}

/** Sums of the three tables over some days. */
export interface UsageSums {
  readonly counts: readonly (Place & { readonly calls: number })[];
  readonly outcomes: readonly (Place & { readonly outcome: string; readonly calls: number })[];
  /** With the columns of the figures. */
  readonly work: readonly Place[];
}

/** Rows of the three tables as totals, ordered by id, bytewise, and day. Outcomes are in the order of their names. */
export function joinUsage({ counts, outcomes, work }: UsageSums): readonly DailyUsage[] {
  const found = new Map<string, DailyUsage & { calls: number; outcomes: Record<string, number> }>();
  const at = ({ key_id: keyId, day }: Place) => {
    const place = `${keyId} ${day}`;
    const known = found.get(place) ?? { keyId, day, calls: 0, outcomes: {}, ...NO_WORK };
    found.set(place, known);
    return known;
  };
  for (const row of counts) at(row).calls = row.calls;
  for (const row of outcomes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1)))
    at(row).outcomes[row.outcome] = row.calls;
  for (const row of work)
    Object.assign(
      at(row),
      toWork((figure) => (row as never)[WORK[figure]]),
    );
  return [...found.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.day - b.day));
}

/** The same over days, without them. */
export function withoutDay({ day: _day, ...total }: DailyUsage): UsageTotal {
  return total;
}
