import type { Command } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { invalid } from '../../contract/failure.ts';
import { formatJson } from '../terminal.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** `pagemark backup FILE`: a checked copy of the embedded database, while the service runs. */
export function addBackup(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('backup'))
    .description('copy the embedded database while the service runs, and check the copy')
    .argument('<file>', 'file to make, readable by its owner only')
    .action(async (target: string, options) => {
      const { storage } = loadConfig(env);
      if (storage.kind === 'postgres') {
        throw invalid(
          'Use pg_dump --format=custom --file=FILE with the address in PAGEMARK_DATABASE_URL: it names PostgreSQL, and "backup" copies the embedded database.',
        );
      }
      if (storage.kind === 'memory') {
        throw invalid(
          'Set PAGEMARK_DATABASE_URL to file:PATH; it is "memory:", and there is nothing to copy.',
        );
      }
      const { backUp } = await import('../../open-from-config.ts');
      const { file, bytes, rows } = await backUp(storage.file, target);
      const counted = `${rows.api_key} API keys, ${rows.license} licences, ${rows.credit_entry} credit entries`;
      terminal.out(
        options.json
          ? formatJson({ file, bytes, rows })
          : `Copied ${counted} to ${file} (${bytes} bytes), and checked the copy.\n`,
      );
    });
}
