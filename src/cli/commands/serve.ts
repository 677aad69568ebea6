import { isIP } from 'node:net';
import type { Command } from 'commander';
import type { Service } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { ownCommand } from '../own-command.ts';
import { type CommandContext, jsonFlag } from './context.ts';

/** True for a host that only this machine can reach. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** A request to paste, for a key. */
function pasteableRequest(url: string, key: string): string {
  return `curl -s ${url}/v1/convert \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/"}'`;
}

/** `pagemark serve`: the service, until SIGTERM or SIGINT. */
export function addServe(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('serve'))
    .description('start the service; settings are environment variables')
    .action(async ({ json }: { json?: boolean }) => {
      const config = loadConfig(env);
      const { serve } = await import('../../main.ts');
      await serve(config, async ({ url, access }) => {
        const first =
          !config.production && isLoopbackHost(config.server.host) ? await firstKeys(access) : null;
        // Secrets go to the terminal alone: never through the log.
        if (json) {
          terminal.out(`${JSON.stringify({ url, ...first })}\n`);
          return;
        }
        terminal.out(`pagemark listens on ${url}\n`);
        terminal.out(first?.api_key ? welcome(url, first.api_key, first.license_key) : pages(url));
      });
    });
}

/** Where things are, once there are keys. */
function pages(url: string): string {
  return `
Playground: ${url}/
API docs:   ${url}/docs

Make a key with: ${ownCommand()} keys create --plan free
`;
}

/**
 * What a first start prints: the keys, and the playground with both in place. Browsers send no fragment to a server, and
 * the page takes it out of the address at once.
 */
function welcome(url: string, apiKey: string, licenseKey: string | undefined): string {
  const license = licenseKey === undefined ? '' : `\nA licence key for /v1/ai:\n  ${licenseKey}\n`;
  const fragment = `key=${apiKey}${licenseKey === undefined ? '' : `&license=${licenseKey}`}`;
  return `
First start: an API key (plan growth), shown this once:
  ${apiKey}
${license}
Open the playground, keys in place:
  ${url}/#${fragment}

Or try it here:
${pasteableRequest(url, apiKey)}

API docs: ${url}/docs
`;
}

/** On an empty store: one API key of plan `growth` and one licence. Safe when several processes start at once. */
async function firstKeys(access: Service['access']) {
  const key = await access.keys.issueFirst({ plan: 'growth', name: 'first start' });
  const license = await access.licenses.issueFirst({ tier: 'pro', name: 'first start' });
  return {
    ...(key === null ? {} : { api_key: key.key }),
    ...(license === null ? {} : { license_key: license.key }),
  };
}
