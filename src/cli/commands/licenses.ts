import { type Command, Option } from 'commander';
import { stateOf } from '../../access/issued-secrets.ts';
import type { LicenseInfo } from '../../access/license-service.ts';
import { ownCommand } from '../own-command.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag, parseCount, parseTime, timeText } from './context.ts';

const COLUMNS = ['id', 'name', 'tier', 'state', 'AI calls', 'expires', 'key'] as const;

/** A licence as JSON output shows it; times RFC 3339 UTC, null where there is none. */
function shown(license: LicenseInfo, nowMs: number) {
  return {
    id: license.id,
    name: license.name,
    tier: license.tier,
    state: stateOf(license, nowMs),
    ai_calls_limit: license.aiCallsLimit,
    created_at: timeText(license.createdAtMs),
    expires_at: timeText(license.expiresAtMs),
    revoked_at: timeText(license.revokedAtMs),
    hint: license.hint,
  };
}

/** `pagemark licenses create | list | revoke`. */
export function addLicenses(program: Command, { terminal, withAccess }: CommandContext): void {
  const licenses = program.command('licenses').description('issue, list and revoke licence keys');

  jsonFlag(licenses.command('create'))
    .description('create a licence; its key is shown once')
    .addOption(new Option('--tier <name>', 'tier of the licence').choices(['pro']).default('pro'))
    .option('--name <text>', 'whose licence it is', '')
    .option('--expires <time>', 'RFC 3339 time after which the licence is refused', parseTime)
    .option('--ai-calls <n>', 'AI calls per calendar month (UTC)', parseCount)
    .action(async (options) => {
      const made = await withAccess(
        (access) =>
          access.licenses.issue({
            tier: options.tier,
            name: options.name,
            expiresAtMs: options.expires ?? null,
            ...(options.aiCalls === undefined ? {} : { aiCalls: options.aiCalls }),
          }),
        'may make',
      );
      if (options.json) return terminal.out(formatJson({ key: made.key, ...shown(made.info, Date.now()) }));
      terminal.err(
        `Licence ${made.info.id} (${made.info.aiCallsLimit} AI calls a month); it is shown this once:\n`,
      );
      terminal.out(`${made.key}\n`);
    });

  jsonFlag(licenses.command('list'))
    .description('list all licences')
    .action(async (options) => {
      const all = await withAccess((access) => access.licenses.list());
      const now = Date.now();
      if (options.json) return terminal.out(formatJson(all.map((license) => shown(license, now))));
      const rows = all.map((license) => {
        const { id, name, tier, state, ...told } = shown(license, now);
        return [id, name, tier, state, `${told.ai_calls_limit}`, told.expires_at ?? '', `${told.hint}…`];
      });
      terminal.out(
        formatTable(COLUMNS, rows, `No licences yet; make one with: ${ownCommand()} licenses create`),
      );
    });

  jsonFlag(licenses.command('revoke'))
    .description('refuse a licence from now on, in every running process')
    .argument('<id>', 'id of the licence, as "licenses list" shows it')
    .action(async (id: string, options) => {
      const license = await withAccess((access) => access.licenses.revoke(id));
      terminal.out(options.json ? formatJson(shown(license, Date.now())) : `Revoked ${license.id}.\n`);
    });
}
