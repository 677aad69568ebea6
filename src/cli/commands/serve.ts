import type { Command } from 'commander';
import { serve } from '../../main.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** `pagemark serve`: the service, until SIGTERM or SIGINT. */
export function addServe(program: Command, { env }: CommandContext): void {
  jsonFlag(program.command('serve'))
    .description('start the service; settings are environment variables')
    .action(async () => {
      await serve(env);
    });
}
