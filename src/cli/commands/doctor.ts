import type { Command } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { redact } from '../../config/redact.ts';
import { fail } from '../../contract/failure.ts';
import { formatJson, formatTable } from '../terminal.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** `pagemark doctor`: proves the egress rule on this machine and checks store, workers, browser and AI, or AI alone. */
export function addDoctor(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('doctor'))
    .description('prove the egress rule on this machine and check store, workers, browser and AI')
    .option('--ai', 'only ask the AI provider for a tiny answer')
    .action(async ({ json, ai }: { json?: boolean; ai?: boolean }) => {
      const config = loadConfig(env);
      const results = ai
        ? [await (await import('../../doctor/checks.ts')).checkAi(config)]
        : await (await import('../../doctor/checks.ts')).runChecks(config);
      const checks = results.map((check) => ({ ...check, detail: redact(check.detail) }));
      const rows = checks.map(({ name, state, detail }) => [name, state, detail]);
      terminal.out(
        json ? formatJson({ checks }) : formatTable(['check', 'state', 'detail'], rows, 'No checks.'),
      );
      const holes = checks.filter((check) => check.state === 'hole').length;
      if (holes > 0) throw fail('internal', `Do not serve before the ${holes} holes above are closed.`);
    });
}
