import { type Command, InvalidArgumentError, Option } from 'commander';
import { dayText, type MonthlyUsage } from '../../access/usage-reports.ts';
import { LIMIT_REASONS } from '../../contract/failure.ts';
import { type DailyUsage, splitDoors, type UsageTotal } from '../../storage/usage-store.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount } from './context.ts';

const DEFAULT_DAYS = 30;
const WHOSE = ['id', 'kind', 'name', 'plan', 'account'] as const;

/** Columns of the table that a person reads: those of all totals are too many for a screen. */
const SHOWN = ['calls', 'ok', 'failed', 'refused', 'cpu_ms', 'ai_calls'] as const;

/** `pagemark usage` and `usage export`. */
export function addUsage(program: Command, { terminal, withAccess }: CommandContext): void {
  const usage = jsonFlag(program.command('usage'))
    .description('show what keys and licences used in a month')
    .option('--month <month>', 'calendar month (UTC) such as 2026-11; default: this one', parseMonth)
    .action(async ({ month, json }: { month?: string; json?: boolean }) => {
      const totals = await withAccess((access) => access.reports.month(month));
      if (json) return terminal.out(formatJson(totals.map(shownTotal)));
      const rows = totals.map((total) => {
        const { id, kind, name, plan, ...shown } = shownTotal(total);
        // Calls of the other kind: none can be.
        const none = kind === 'license' ? 'calls' : 'ai_calls';
        return [id, name, plan, ...SHOWN.map((column) => (column === none ? '' : `${shown[column]}`))];
      });
      const none = `No calls ${month === undefined ? 'this month' : `in ${month}`}.`;
      terminal.out(formatTable(['id', 'name', 'plan', ...SHOWN], rows, none));
    });
  jsonFlag(usage.command('export'))
    .description('write the totals of a month, one line for each key and licence that was used')
    .requiredOption('--month <month>', 'calendar month (UTC) such as 2026-11', parseMonth)
    .addOption(new Option('--format <name>', 'format of the lines').choices(['csv', 'jsonl']).default('csv'))
    .action(async ({ month, format, json }) => {
      const totals = await withAccess((access) => access.reports.month(month));
      if (json) terminal.out(formatJson(totals.map((total) => ({ month, ...shownTotal(total) }))));
      else if (format === 'jsonl')
        for (const total of totals) terminal.out(formatJson({ month, ...shownTotal(total) }));
      else terminal.out(csvOf(month, totals));
    });
}

/** `pagemark keys usage`. */
export function addKeyUsage(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('usage'))
    .description('show what a key used, by day (UTC)')
    .argument('<id>', 'id of the key, as "keys list" shows it; that of a licence works too')
    .option('--days <n>', 'how many days, today the last one', parseCount, DEFAULT_DAYS)
    .action(async (id: string, { days, json }) => {
      const found = await withAccess((access) => access.reports.daily(id, days));
      if (json) return terminal.out(formatJson(found.map(shownDay)));
      const rows = found.map((day) => [shownDay(day).day, ...usageCells(day)]);
      terminal.out(formatTable(['day', ...USAGE_COLUMNS], rows, `No calls of ${id} in ${days} days.`));
    });
}

function shownTotal(total: MonthlyUsage) {
  const { keyId: id, kind, name, plan, account } = total;
  return { id, kind, name, plan, account, ...shownUsage(total) };
}

/** RFC 4180, with line feeds. */
function csvOf(month: string, totals: readonly MonthlyUsage[]): string {
  const lines = totals.map((total) => {
    const { keyId, kind, name, plan, account } = total;
    return [month, keyId, kind, name, plan, account ?? '', ...usageCells(total)].map(csvCell).join(',');
  });
  return `${[['month', ...WHOSE, ...USAGE_COLUMNS].join(','), ...lines].join('\n')}\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function parseMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Give a month such as 2026-11.');
  return text;
}

/** Outcomes of calls that were refused, and count nowhere. */
const REFUSALS = new Set<string>([...LIMIT_REASONS, 'draining', 'store_unavailable']);

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

/** Totals as JSON output shows them. What a key has more than its `ok` and `failed` was cancelled, cut off, or is in work. */
export function shownUsage(total: UsageTotal) {
  const { outcomes, doors } = splitDoors(total.outcomes);
  const sum = (wanted: (outcome: string) => boolean) =>
    Object.entries(outcomes).reduce((all, [outcome, calls]) => all + (wanted(outcome) ? calls : 0), 0);
  const isLicense = total.keyId.startsWith('lic_');
  return {
    calls: isLicense ? 0 : total.calls,
    ok: outcomes.ok ?? 0,
    failed: sum((outcome) => outcome !== 'ok' && outcome !== 'cancelled' && !REFUSALS.has(outcome)),
    refused: sum((outcome) => REFUSALS.has(outcome)),
    outcomes,
    ...(Object.keys(doors).length === 0 ? {} : { doors }),
    cpu_ms: Math.round(total.cpuUs / 1000),
    bytes_in: total.bytesIn,
    bytes_out: total.bytesOut,
    credits: total.credits,
    ai_calls: isLicense ? total.calls : 0,
    input_tokens: total.inputTokens,
    output_tokens: total.outputTokens,
  };
}

function shownDay(day: DailyUsage) {
  return { day: dayText(day.day), ...shownUsage(day) };
}

/** Figures in the order of `USAGE_COLUMNS`. */
export function usageCells(total: UsageTotal): readonly string[] {
  const shown = shownUsage(total);
  return USAGE_COLUMNS.map((name) => String(shown[name]));
}
