import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { Service } from '../../app.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import { storeName, toMakeKey } from '../store-name.ts';
import { type CommandContext, jsonFlag } from './context.ts';

interface ServeFlags {
  readonly json?: boolean;
  readonly port?: string;
  readonly open?: boolean;
}

interface Keys {
  readonly api_key?: string | undefined;
  readonly license_key?: string | undefined;
}

/** True for a host that only this machine can reach. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function pasteableRequest(url: string, key: string): string {
  return `curl -s ${url}/v1/convert \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/"}'`;
}

/** `pagemark serve`: the service, until SIGTERM or SIGINT. */
export function addServe(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('serve'), 'print address and first keys as one line of JSON')
    .description('start the service; settings are environment variables')
    .option('--port <n>', 'port to listen on, in place of PORT; 0 is any that is free')
    .option('--open', 'open the playground in your browser, with the keys of a first start in place')
    .action(async ({ json, port, open }: ServeFlags) => {
      const config = loadConfig(port === undefined ? env : { ...env, PORT: port });
      const { serve } = await import('../../main.ts');
      await serve(config, async ({ url, access }) => {
        // Where nobody would see them, standard output may be a log: first keys wait for a start that somebody sees.
        const isTold = terminal.screen !== null;
        const isFirst = !config.production && isLoopbackHost(config.server.host);
        const first = isFirst && (isTold || json || open) ? await firstKeys(access) : null;
        if (open)
          openInBrowser(playground(url, first ?? {}), (program) =>
            terminal.err(`Open ${url}/ yourself: ${program} could not be started.\n`),
          );
        if (json) {
          terminal.out(`${JSON.stringify({ url, ...first })}\n`);
          return;
        }
        // Where standard output is no terminal it is the log, whose lines are JSON.
        const tell = isTold ? terminal.out : terminal.err;
        tell(`pagemark listens on ${url}\n`);
        if (isTold && first?.api_key) tell(welcome(url, first.api_key, first.license_key));
        tell(places(url, config));
      });
    });
}

function places(url: string, { server, secrets, storage }: Config): string {
  const home = server.baseUrl ?? fromHere(url);
  return `
Playground: ${home}/
API docs:   ${home}/docs
${secrets.adminToken === null ? '' : `Admin page: ${home}/admin\n`}
Keys are stored in ${storeName(storage)}
${toMakeKey(storage)}`;
}

/** The address as this machine calls it, where the service listens on all of its own. */
const fromHere = (url: string): string =>
  url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://127.0.0.1');

/** The playground, with keys in place: browsers send no fragment to a server, and the page takes it out of the address at once. */
function playground(url: string, { api_key: key, license_key: license }: Keys): string {
  const fragment = [key && `key=${key}`, license && `license=${license}`].filter(Boolean).join('&');
  return `${fromHere(url)}/${fragment === '' ? '' : `#${fragment}`}`;
}

/** What a first start prints: the keys, and the playground with both in place. */
function welcome(url: string, apiKey: string, licenseKey: string | undefined): string {
  const license = licenseKey === undefined ? '' : `\nA licence key for /v1/ai:\n  ${licenseKey}\n`;
  return `
First start: an API key (plan growth), shown this once:
  ${apiKey}
${license}
Open the playground, keys in place:
  ${playground(url, { api_key: apiKey, license_key: licenseKey })}

Or try it here:
${pasteableRequest(url, apiKey)}
`;
}

/** On an empty store: one API key of plan `growth` and one licence. Safe when several processes start at once. */
async function firstKeys(access: Service['access']): Promise<Keys> {
  const key = await access.keys.issueFirst({ plan: 'growth', name: 'first start' });
  const license = await access.licenses.issueFirst({ tier: 'pro', name: 'first start' });
  return { api_key: key?.key, license_key: license?.key };
}

/** The program of each system that opens an address in the person's browser, and what stands ahead of the address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHER_SYSTEMS = ['xdg-open'] as const;

/**
 * Opens an address in the person's browser. Calls `onFailure` with the program that could not be started. An address with
 * a fragment, which may be a key, goes through a file that only this user can read: all users see how programs were called.
 */
function openInBrowser(address: string, onFailure: (program: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER_SYSTEMS;
  const shown = address.includes('#') ? leadingFile(address) : address;
  const child = spawn(program, [...args, shown], { stdio: 'ignore', detached: true });
  child.once('error', () => onFailure(program)).unref();
}

/** A page that leads to the address, in a folder of its own that goes with this process. */
function leadingFile(address: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-open-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'open.html');
  const html = `<!doctype html><meta charset="utf-8"><script>location.replace(${JSON.stringify(address)})</script>\n`;
  writeFileSync(file, html, { mode: 0o600 });
  return pathToFileURL(file).href;
}
