import type { Command } from 'commander';
import type { ApiKeyInfo } from '../../access/api-key-service.ts';
import { ownCommand } from '../own-command.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount, parseTime, stateOf, timeText } from './context.ts';

const COLUMNS = ['id', 'name', 'plan', 'state', 'created', 'expires', 'key'] as const;

/** A key as JSON output shows it; times RFC 3339 UTC, null where there is none. */
function shown(key: ApiKeyInfo, nowMs: number) {
  return {
    id: key.id,
    name: key.name,
    plan: key.plan,
    state: stateOf(key, nowMs),
    created_at: timeText(key.createdAtMs),
    expires_at: timeText(key.expiresAtMs),
    revoked_at: timeText(key.revokedAtMs),
    hint: key.hint,
  };
}

/** `pagemark keys create | list | revoke | credit`. */
export function addKeys(program: Command, { terminal, withAccess }: CommandContext): void {
  const keys = program.command('keys').description('issue, list and revoke API keys');

  jsonFlag(keys.command('create'))
    .description('create a key; it is shown once')
    .requiredOption('--plan <name>', 'free, discovery, growth, or a plan of PAGEMARK_PLANS')
    .option('--name <text>', 'what the key is for', '')
    .option('--expires <time>', 'RFC 3339 time after which the key is refused', parseTime)
    .option('--credits <n>', 'prepaid requests past the hourly limit', parseCount)
    .action(async (options) => {
      const made = await withAccess(({ keys }) =>
        keys.issue({
          plan: options.plan,
          name: options.name,
          expiresAtMs: options.expires ?? null,
          ...(options.credits ? { credits: options.credits } : {}),
        }),
      );
      if (options.json) terminal.out(formatJson({ key: made.key, ...shown(made.info, Date.now()) }));
      else {
        terminal.err(`Key ${made.info.id} (plan ${made.info.plan}); it is shown this once:\n`);
        terminal.out(`${made.key}\n`);
      }
    });

  jsonFlag(keys.command('list'))
    .description('list all keys')
    .action(async (options) => {
      const all = await withAccess((access) => access.keys.list());
      const now = Date.now();
      if (options.json) return terminal.out(formatJson(all.map((key) => shown(key, now))));
      const rows = all.map((key) => {
        const row = shown(key, now);
        return [
          row.id,
          row.name,
          row.plan,
          row.state,
          row.created_at ?? '',
          row.expires_at ?? '',
          `${row.hint}…`,
        ];
      });
      terminal.out(
        formatTable(COLUMNS, rows, `No keys yet; make one with: ${ownCommand()} keys create --plan free`),
      );
    });

  jsonFlag(keys.command('revoke'))
    .description('refuse a key from now on, in every running process')
    .argument('<id>', 'id of the key, as "keys list" shows it')
    .action(async (id: string, options) => {
      const key = await withAccess((access) => access.keys.revoke(id));
      terminal.out(options.json ? formatJson(shown(key, Date.now())) : `Revoked ${key.id}.\n`);
    });

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
