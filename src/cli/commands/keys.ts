import type { Command } from 'commander';
import type { ApiKeyInfo } from '../../access/api-key-service.ts';
import { stateOf } from '../../access/issued-secrets.ts';
import { NO_WORK, type UsageTotal } from '../../storage/usage-store.ts';
import { ownCommand } from '../own-command.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount, parseTime, timeText } from './context.ts';
import { addKeyUsage, shownUsage, USAGE_COLUMNS, usageCells } from './usage.ts';

const COLUMNS = ['id', 'name', 'plan', 'account', 'quota', 'state', 'created', 'expires', 'key'] as const;

/** A key as JSON output shows it; times RFC 3339 UTC, null where there is none. */
function shown(key: ApiKeyInfo, nowMs: number) {
  return {
    id: key.id,
    name: key.name,
    plan: key.plan,
    account: key.account,
    monthly_quota: key.monthlyQuota,
    state: stateOf(key, nowMs),
    created_at: timeText(key.createdAtMs),
    expires_at: timeText(key.expiresAtMs),
    revoked_at: timeText(key.revokedAtMs),
    hint: key.hint,
  };
}

function cellsOf(key: ApiKeyInfo, nowMs: number): readonly string[] {
  const { id, name, plan, account, monthly_quota: quota, state, hint, ...times } = shown(key, nowMs);
  const day = times.created_at?.slice(0, 10) ?? '';
  const { expires_at: expires } = times;
  return [id, name, plan, account ?? '', `${quota ?? ''}`, state, day, expires ?? '', `${hint}…`];
}

/** `pagemark keys create | list | usage | quota | revoke | credit`. */
export function addKeys(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('issue, list and revoke API keys');
  addCreate(keys, context);
  addList(keys, context);
  addKeyUsage(keys, context);
  addQuota(keys, context);
  addRevoke(keys, context);
  addCredit(keys, context);
}

function addCreate(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('create'))
    .description('create a key; it is shown once')
    .option('--plan <name>', 'free, discovery, growth, or a plan of PAGEMARK_PLANS', 'free')
    .option('--name <text>', 'what the key is for', '')
    .option('--account <name>', 'whose key it is; keys of an account share their request windows')
    .option('--monthly-quota <n>', 'most calls per calendar month (UTC)', parseCount)
    .option('--expires <time>', 'RFC 3339 time after which the key is refused', parseTime)
    .option('--credits <n>', 'prepaid requests past the hourly limit', parseCount)
    .action(async (options) => {
      const made = await withAccess(
        ({ keys }) =>
          keys.issue({
            plan: options.plan,
            name: options.name,
            account: options.account ?? null,
            monthlyQuota: options.monthlyQuota ?? null,
            expiresAtMs: options.expires ?? null,
            ...(options.credits ? { credits: options.credits } : {}),
          }),
        'may make',
      );
      if (options.json) terminal.out(formatJson({ key: made.key, ...shown(made.info, Date.now()) }));
      else {
        terminal.err(`Key ${made.info.id} (plan ${made.info.plan}); it is shown this once:\n`);
        terminal.out(`${made.key}\n`);
      }
    });
}

function addList(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('list'))
    .description('list all keys')
    .option('--usage', 'with what each used this month (UTC)')
    .action(async ({ usage = false, json }: { usage?: boolean; json?: boolean }) => {
      const { all, month } = await withAccess(async (access) => ({
        all: await access.keys.list(),
        month: usage ? await access.reports.month() : [],
      }));
      const used = new Map(month.map((total) => [total.keyId, total]));
      const totalOf = (id: string): UsageTotal =>
        used.get(id) ?? { keyId: id, calls: 0, outcomes: {}, ...NO_WORK };
      const now = Date.now();
      if (json) {
        const told = ({ id }: ApiKeyInfo) => (usage ? { usage: shownUsage(totalOf(id)) } : {});
        return terminal.out(formatJson(all.map((key) => ({ ...shown(key, now), ...told(key) }))));
      }
      const rows = all.map((key) => [...cellsOf(key, now), ...(usage ? usageCells(totalOf(key.id)) : [])]);
      const columns = usage ? [...COLUMNS, ...USAGE_COLUMNS] : COLUMNS;
      terminal.out(
        formatTable(columns, rows, `No keys yet; make one with: ${ownCommand()} keys create --plan free`),
      );
    });
}

function addQuota(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('quota'))
    .description('set how many calls a key has per calendar month (UTC), in every running process')
    .argument('<id>', 'id of the key')
    .argument('<n>', 'most calls, or "none"', (text: string) => (text === 'none' ? null : parseCount(text)))
    .action(async (id: string, quota: number | null, options) => {
      const key = await withAccess((access) => access.keys.setQuota(id, quota));
      const told = quota === null ? 'no monthly quota' : `${quota} calls a month`;
      terminal.out(options.json ? formatJson(shown(key, Date.now())) : `${id} now has ${told}.\n`);
    });
}

function addRevoke(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('revoke'))
    .description('refuse a key from now on, in every running process')
    .argument('<id>', 'id of the key, as "keys list" shows it')
    .option('--forget', 'remove its daily totals for good')
    .action(async (id: string, { forget, json }: { forget?: boolean; json?: boolean }) => {
      const key = await withAccess(({ keys }) => (forget ? keys.forget(id) : keys.revoke(id)));
      const told = `Revoked ${key.id}${forget ? ' and removed its daily totals' : ''}.\n`;
      terminal.out(json ? formatJson(shown(key, Date.now())) : told);
    });
}

function addCredit(keys: Command, { terminal, withAccess }: CommandContext): void {
  jsonFlag(keys.command('credit'))
    .description('add prepaid credits, which never expire')
    .argument('<id>', 'id of the key')
    .argument('<n>', 'credits to add', parseCount)
    .action(async (id: string, amount: number, options) => {
      const balance = await withAccess((access) => access.keys.addCredits(id, amount));
      terminal.out(
        options.json ? formatJson({ id, credits: balance }) : `${id} now holds ${balance} credits.\n`,
      );
    });
}
