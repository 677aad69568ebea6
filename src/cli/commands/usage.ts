import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MonthlyUsage } from '../../access/usage-reports.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount } from './context.ts';
import { shownDay, shownUsage, USAGE_COLUMNS, usageCells } from './shown-usage.ts';

const DEFAULT_DAYS = 30;
const WHOSE = ['id', 'kind', 'name', 'plan', 'account'] as const;

/** `pagemark usage export`. */
export function addUsage(program: Command, { terminal, withAccess }: CommandContext): void {
  const usage = program.command('usage').description('what keys and licences used');
  jsonFlag(usage.command('export'))
    .description('write the totals of a month, one line for each key and licence that was used')
    .requiredOption('--month <month>', 'calendar month (UTC) such as 2026-11', parseMonth)
    .addOption(new Option('--format <name>', 'format of the lines').choices(['csv', 'jsonl']).default('csv'))
    .action(async ({ month, format, json }) => {
      const totals = await withAccess((access) => access.reports.month(month));
      if (json) terminal.out(formatJson(totals.map((total) => shownMonth(month, total))));
      else if (format === 'jsonl')
        for (const total of totals) terminal.out(formatJson(shownMonth(month, total)));
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

function shownMonth(month: string, total: MonthlyUsage) {
  const { keyId: id, kind, name, plan, account } = total;
  return { month, id, kind, name, plan, account, ...shownUsage(total) };
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
