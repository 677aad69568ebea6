/** What became of one address of a batch: one line of `results.jsonl`. */
export type BatchRecord =
  | {
      readonly url: string;
      readonly status: 'success';
      /** The page, below the output folder. */
      readonly file: string;
      readonly final_url: string;
      readonly title: string;
      readonly tokens: number;
      readonly etag: string;
      /** In a shared batch: the machine whose output folder holds the file. */
      readonly machine?: string;
    }
  | {
      readonly url: string;
      readonly status: 'error';
      readonly reason: string;
      readonly message: string;
      readonly machine?: string;
    };

/** The whole batch: `report.json`. */
export interface BatchReport {
  readonly total: number;
  readonly converted: number;
  readonly failed: number;
  /** Failures by reason, most frequent first. */
  readonly by_reason: Readonly<Record<string, number>>;
}

/** Counts records. */
export function reportOf(total: number, records: Iterable<BatchRecord>): BatchReport {
  let converted = 0;
  const reasons = new Map<string, number>();
  for (const record of records) {
    if (record.status === 'success') converted++;
    else reasons.set(record.reason, (reasons.get(record.reason) ?? 0) + 1);
  }
  const sorted = [...reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const failed = sorted.reduce((sum, [, count]) => sum + count, 0);
  return { total, converted, failed, by_reason: Object.fromEntries(sorted) };
}
