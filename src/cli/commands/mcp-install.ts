import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Argument, type Command } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { parseHttpUrl } from '../../contract/address.ts';
import { invalid } from '../../contract/failure.ts';
import { MCP_CLIENTS, type McpClient, mcpServer } from '../../contract/mcp-clients.ts';
import { formatJson } from '../terminal.ts';
import { type CommandContext, jsonFlag, listensAt } from './context.ts';

interface InstallFlags {
  readonly url?: string;
  readonly stdio?: boolean;
  readonly file?: string;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `pagemark mcp install`: writes the tool into the file of a client, after it was shown and asked for. */
export function addMcpInstall(mcp: Command, { terminal, env }: CommandContext): void {
  jsonFlag(mcp.command('install'))
    .description(
      'tell a client of the MCP tool: shows the change, asks, and writes it beside a copy of the old file',
    )
    .addArgument(new Argument('<client>', 'whose file it is').choices(Object.keys(MCP_CLIENTS)))
    .option(
      '--url <address>',
      'the service; PAGEMARK_BASE_URL, else where HOST and PORT say that one listens',
    )
    .option('--stdio', 'have the client start this command line, without service or key')
    .option('--file <path>', 'another file than the usual one of the client')
    .option('--print', 'only show the change')
    .option('--yes', 'do not ask')
    .action(async (name: keyof typeof MCP_CLIENTS, flags: InstallFlags) => {
      const { changeOf, fileOf, shownChange, writeChange } = await import('../mcp-install/install.ts');
      const client: McpClient = MCP_CLIENTS[name];
      const home = env.HOME ?? env.USERPROFILE ?? process.cwd();
      const file =
        flags.file === undefined ? fileOf(client, { cwd: process.cwd(), home }) : path.resolve(flags.file);
      const server = flags.stdio ? ownServer() : mcpServer(client, serviceOf(flags.url, env));
      const change = await changeOf(file, client, server);
      const isNew = change.before !== change.after;
      const tell = (copy: string | null, written: boolean) => {
        if (flags.json) terminal.out(formatJson({ client: name, file, server, written, copy }));
        else if (written) terminal.out(`Written${copy === null ? '' : `; the old file is ${copy}`}.\n`);
        else if (!isNew) terminal.out(`${file} says so already.\n`);
      };
      if (!flags.json && isNew) terminal.out(shownChange(change));
      if (!isNew || flags.print) return tell(null, false);
      if (flags.yes !== true && !(await isAgreed(file))) return tell(null, false);
      tell(await writeChange(change), true);
    });
}

/** This command line as a client starts it. */
const ownServer = () => ({ command: process.execPath, args: [path.resolve(process.argv[1] ?? ''), 'mcp'] });

function serviceOf(given: string | undefined, env: NodeJS.ProcessEnv): string {
  if (!given) {
    const { server } = loadConfig(env);
    return server.baseUrl ?? listensAt(server);
  }
  if (parseHttpUrl(given) === undefined)
    throw invalid(`Set --url to the http or https address of a service; it is ${JSON.stringify(given)}.`);
  return given.replace(/(?<!\/)\/+$/, '');
}

async function isAgreed(file: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw invalid(
      'Add --yes to write the change, or --print to see it alone: there is no terminal to ask at.',
    );
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asked.question(`Write ${file}? [y/N] `)).trim());
  } finally {
    asked.close();
  }
}
