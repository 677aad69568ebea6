import type { Command } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { counted } from '../../contract/counted.ts';
import { EXIT } from '../exit-codes.ts';
import { formatJson, type Style } from '../terminal.ts';
import { padTo } from '../text-width.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** The colour of each state of a check. */
const STYLES = { ok: 'green', warning: 'yellow', failed: 'red' } as const satisfies Record<string, Style>;
/** Columns of the longest name of a check and of the longest state. */
const [NAME_COLUMNS, STATE_COLUMNS] = [24, 9];

/** `pagemark doctor`: proves the egress rule on this machine and checks store, workers, browser and AI, or AI alone. */
export function addDoctor(program: Command, { terminal, env, setExitCode }: CommandContext): void {
  jsonFlag(program.command('doctor'))
    .description('prove the egress rule on this machine and check store, workers, browser and AI')
    .option('--ai', 'only ask the AI provider for a tiny answer')
    .action(async ({ json, ai }: { json?: boolean; ai?: boolean }) => {
      const { runChecks } = await import('../../doctor/checks.ts');
      const checks = await runChecks(
        loadConfig(env),
        json
          ? {}
          : {
              begins: (name) => terminal.progress(`checking: ${name} …`),
              found: ({ name, state, detail }) => {
                terminal.progress('');
                terminal.out(padTo(NAME_COLUMNS, name));
                terminal.out(padTo(STATE_COLUMNS, state), STYLES[state]);
                terminal.out(`${detail}\n`);
              },
            },
        ai ? ['AI'] : undefined,
      );
      terminal.progress('');
      if (json) terminal.out(formatJson({ checks }));
      const failed = checks.filter((check) => check.state === 'failed').length;
      if (failed === 0) return;
      if (!json) terminal.err(`${counted(failed, 'check')} failed.\n`);
      setExitCode(EXIT.internal);
    });
}
