import { dayText } from '../../access/usage-reports.ts';
import type { DailyUsage, UsageTotal } from '../../storage/usage-store.ts';

/** Outcomes of calls that were refused, and count nowhere. */
const REFUSALS = new Set([
  'rate_limited',
  'busy',
  'concurrency_limited',
  'quota_exceeded',
  'ai_quota_exceeded',
  'draining',
  'store_unavailable',
]);

/** Columns of totals in tables and CSV. */
export const USAGE_COLUMNS = [
  'calls',
  'ok',
  'failed',
  'refused',
  'cpu_ms',
  'bytes_in',
  'bytes_out',
  'credits',
  'ai_calls',
  'input_tokens',
  'output_tokens',
] as const;

/** Totals as JSON output shows them. What a key has more than its `ok` and `failed` was cut off, or is in work. */
export function shownUsage(total: UsageTotal) {
  const sum = (wanted: (outcome: string) => boolean) =>
    Object.entries(total.outcomes).reduce((all, [outcome, calls]) => all + (wanted(outcome) ? calls : 0), 0);
  const isLicense = total.keyId.startsWith('lic_');
  return {
    calls: isLicense ? 0 : total.calls,
    ok: total.outcomes.ok ?? 0,
    failed: sum((outcome) => outcome !== 'ok' && !REFUSALS.has(outcome)),
    refused: sum((outcome) => REFUSALS.has(outcome)),
    outcomes: total.outcomes,
    cpu_ms: Math.round(total.cpuUs / 1000),
    bytes_in: total.bytesIn,
    bytes_out: total.bytesOut,
    credits: total.credits,
    ai_calls: isLicense ? total.calls : 0,
    input_tokens: total.inputTokens,
    output_tokens: total.outputTokens,
  };
}

/** The same of one day. */
export function shownDay(day: DailyUsage) {
  return { day: dayText(day.day), ...shownUsage(day) };
}

/** Figures in the order of `USAGE_COLUMNS`. */
export function usageCells(total: UsageTotal): readonly string[] {
  const shown = shownUsage(total);
  return USAGE_COLUMNS.map((name) => String(shown[name]));
}
