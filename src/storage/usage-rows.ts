import type { DailyUsage, UsageTotal, UsageWork } from './usage-store.ts';

/** Columns of `usage_work` that are added up, the same in both SQL adapters. */
interface UsageWorkRow {
  readonly cpu_us: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly credits: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export const WORK_COLUMNS = [
  'cpu_us',
  'bytes_in',
  'bytes_out',
  'credits',
  'input_tokens',
  'output_tokens',
] as const satisfies readonly (keyof UsageWorkRow)[];

export function toWorkRow(work: UsageWork): UsageWorkRow {
  return {
    cpu_us: work.cpuUs,
    bytes_in: work.bytesIn,
    bytes_out: work.bytesOut,
    credits: work.credits,
    input_tokens: work.inputTokens,
    output_tokens: work.outputTokens,
  };
}

/** To which key and day a row belongs; the day is 0 in totals over days. */
interface Place {
  readonly key_id: string;
  readonly day: number;
}

/** Sums of the three tables over some days. */
export interface UsageSums {
  readonly counts: readonly (Place & { readonly calls: number })[];
  readonly outcomes: readonly (Place & { readonly outcome: string; readonly calls: number })[];
  readonly work: readonly (Place & UsageWorkRow)[];
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
  for (const row of work) Object.assign(at(row), toWork(row));
  return [...found.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.day - b.day));
}

/** The same over days, without them. */
export function withoutDay({ day: _day, ...total }: DailyUsage): UsageTotal {
  return total;
}

export const NO_WORK: UsageWork = {
  cpuUs: 0,
  bytesIn: 0,
  bytesOut: 0,
  credits: 0,
  inputTokens: 0,
  outputTokens: 0,
};

function toWork(row: UsageWorkRow): UsageWork {
  return {
    cpuUs: row.cpu_us,
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    credits: row.credits,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  };
}
