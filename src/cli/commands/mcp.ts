import { type Command, Option } from 'commander';
import { loadConfig } from '../../config/config.ts';
import type { CommandContext } from './context.ts';
import { addMcpInstall } from './mcp-install.ts';

/** `pagemark mcp`: the MCP tool over standard input and output, for editors and agents on this machine. */
export function addMcp(program: Command, context: CommandContext): void {
  const { terminal, env } = context;
  const command = program
    .command('mcp')
    // Its results are the messages of the protocol, with or without it.
    .addOption(new Option('--json').hideHelp())
    .description('serve the MCP tool over standard input and output; needs neither a server nor a key')
    .action(async () => {
      const config = loadConfig(env);
      const [{ openLocalConverter }, { serveMcpStdio }] = await Promise.all([
        import('../local-converter.ts'),
        import('../../mcp/serve-mcp-stdio.ts'),
      ]);
      const ended = new AbortController();
      process.once('SIGTERM', () => ended.abort()).once('SIGINT', () => ended.abort());
      // Standard output belongs to the protocol; whoever runs the process is its operator, so a defect is told as it is.
      const onDefect = (error: unknown) =>
        terminal.err(`pagemark: ${error instanceof Error ? error.message : String(error)}\n`);
      const converter = await openLocalConverter(config, {
        keepPages: true,
        queueMax: config.conversion.queueMax,
        // An agent may ask for many pages at once and is nobody's rival: each waits until its own deadline.
        maxWaitMs: Number.POSITIVE_INFINITY,
      });
      await serveMcpStdio(converter, { signal: ended.signal, onDefect });
      await converter.close();
    });
  addMcpInstall(command, context);
}
