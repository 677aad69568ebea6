import { isIP } from 'node:net';
import path from 'node:path';
import { parseHttpUrl } from '../contract/address.ts';
import { DOORS, type DoorName } from '../contract/doors.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { isExecutable } from '../executable-file.ts';
import {
  AI_PROVIDERS,
  type AiConfig,
  type BrowserConfig,
  type Config,
  type FetchingConfig,
  type Secrets,
  type ServerConfig,
  type TrustProxy,
} from './config-types.ts';
import { parseCidr, parseFetchAllow } from './fetch-allow.ts';
import { type IsInstalled, needPackages } from './optional-packages.ts';
import { Secret } from './secret.ts';
import { parseHostPort, type SettingReader, withoutSlash } from './setting-reader.ts';
import type { SettingName } from './settings.table.ts';

/** Listening, public address, who may call. */
export function readServer(
  read: SettingReader,
): ServerConfig & Pick<Secrets, 'metricsToken' | 'adminToken'> & Pick<Config, 'warnings'> {
  const host = read.textOrDefault('HOST');
  if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    read.problems.wrong('HOST', host, 'an address or name to listen on, such as 127.0.0.1 or 0.0.0.0');
  }
  const base = read.url('PAGEMARK_BASE_URL', 'a public address such as https://pagemark.example.org');
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const unnamed = `Set PAGEMARK_BASE_URL to the public address; HOST is ${JSON.stringify(host)} and the docs and the MCP Host check fall back to it.`;
  return {
    host,
    port: read.integer('PORT', 0, 65_535),
    baseUrl: withoutSlash(base),
    corsOrigins: readOrigins(read),
    trustProxy: readTrustProxy(read),
    doors: readDoors(read),
    maxBodyBytes: read.integer('PAGEMARK_MAX_BODY_BYTES', 1024, 1_073_741_824),
    drainDelayMs: read.integer('PAGEMARK_DRAIN_DELAY_MS', 0, 600_000),
    metricsToken: readToken('PAGEMARK_METRICS_TOKEN', read),
    adminToken: readToken('PAGEMARK_ADMIN_TOKEN', read),
    warnings: isLocal || base !== null ? [] : [unnamed],
  };
}

/** A bearer token: what a header field can carry. */
function readToken(name: SettingName, read: SettingReader): Secret | null {
  if (!/^[\x21-\x7e]+$/.test(read.text(name) ?? '-'))
    read.problems.wrong(name, null, 'printable ASCII characters without spaces');
  return read.secret(name);
}

function readOrigins(read: SettingReader): readonly string[] {
  const entries = read.list('PAGEMARK_CORS_ORIGINS');
  if (entries.length === 1 && entries[0] === '*') return entries;
  return read.entries(
    'PAGEMARK_CORS_ORIGINS',
    (entry) => (parseHttpUrl(entry)?.origin === entry ? entry : null),
    'a comma list of origins such as https://app.example.org, or * alone',
  );
}

function readTrustProxy(read: SettingReader): TrustProxy {
  const text = read.textOrDefault('PAGEMARK_TRUST_PROXY');
  if (text === 'off') return false;
  if (/^([1-9]|10)$/.test(text)) return Number(text);
  const entries = read.list('PAGEMARK_TRUST_PROXY');
  const wrong = entries.find(
    (entry) => entry !== 'loopback' && isIP(entry) === 0 && parseCidr(entry) === null,
  );
  if (wrong === undefined && entries.length > 0) return entries;
  read.problems.wrong(
    'PAGEMARK_TRUST_PROXY',
    wrong ?? text,
    'off, a number of proxies from 1 to 10, or a comma list of addresses, CIDRs or loopback',
  );
  return false;
}

function readDoors(read: SettingReader): readonly DoorName[] {
  const text = read.textOrDefault('PAGEMARK_DOORS');
  if (text === 'off') return [];
  if (text === 'all') return DOORS;
  return read.entries(
    'PAGEMARK_DOORS',
    (entry) => DOORS.find((door) => door === entry) ?? null,
    `all, off, or a comma list of ${DOORS.join(', ')}`,
  );
}

/** What concerns fetching pages. */
export function readFetching(
  read: SettingReader,
  baseUrl: string | null,
  totalTimeoutMs: number,
): { readonly config: FetchingConfig; readonly egressProxyUrl: Secret | null } {
  const timeoutMs = read.integer('PAGEMARK_FETCH_TIMEOUT_MS', 100, 600_000);
  if (timeoutMs > totalTimeoutMs && read.text('PAGEMARK_FETCH_TIMEOUT_MS') !== null) {
    const most = `at most PAGEMARK_TIMEOUT_MS (${totalTimeoutMs})`;
    read.problems.wrong('PAGEMARK_FETCH_TIMEOUT_MS', String(timeoutMs), most);
  }
  const agent = read.text('PAGEMARK_USER_AGENT');
  if (agent !== null && !/^[\x20-\x7e]{1,512}$/.test(agent)) {
    read.problems.wrong('PAGEMARK_USER_AGENT', agent, 'at most 512 printable ASCII characters');
  }
  const proxy = read.url('PAGEMARK_EGRESS_PROXY', 'an address such as http://proxy.example.org:3128');
  return {
    config: {
      timeoutMs: Math.min(timeoutMs, totalTimeoutMs),
      maxResponseBytes: read.integer('PAGEMARK_MAX_RESPONSE_BYTES', 1024, 1_073_741_824),
      allow: parseFetchAllow(read.list('PAGEMARK_FETCH_ALLOW'), read.problems),
      ports: read.entries('PAGEMARK_FETCH_PORTS', parsePort, 'a comma list of ports from 1 to 65535'),
      dnsServers: read.entries(
        'PAGEMARK_DNS_SERVERS',
        parseDnsServer,
        'a comma list of resolver addresses such as 9.9.9.9 or 127.0.0.1:5353',
      ),
      userAgent: agent ?? `pagemark/${ENGINE_VERSION}${baseUrl === null ? '' : ` (+${baseUrl})`}`,
      robots: read.choice('PAGEMARK_ROBOTS', ['off', 'on']) === 'on',
    },
    egressProxyUrl: proxy && new Secret(proxy.href),
  };
}

function parsePort(entry: string): number | null {
  const port = /^\d{1,5}$/.test(entry) ? Number(entry) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

function parseDnsServer(entry: string): string | null {
  const server = parseHostPort(entry, 53);
  const family = isIP(server?.host ?? '');
  if (server === null || family === 0) return null;
  return family === 6 ? `[${server.host}]:${server.port}` : `${server.host}:${server.port}`;
}

/** `auto`, `off` or an executable's path. */
export function readBrowser(read: SettingReader): BrowserConfig {
  const given = read.textOrDefault('PAGEMARK_BROWSER');
  if (given === 'auto' || given === 'off') return { mode: given };
  const executablePath = path.resolve(given);
  if (/[/\\]/.test(given) && isExecutable(executablePath)) return { mode: 'path', executablePath };
  read.problems.wrong('PAGEMARK_BROWSER', given, 'auto, off or the path of a Chromium that can be executed');
  return { mode: 'off' };
}

/** Provider and what it needs. */
export function readAi(
  read: SettingReader,
  isThere: IsInstalled,
): { readonly config: AiConfig; readonly apiKey: Secret | null } {
  const provider = read.choice('PAGEMARK_AI_PROVIDER', AI_PROVIDERS);
  const base = read.url('PAGEMARK_AI_BASE_URL', 'an address such as http://127.0.0.1:11434/v1');
  const apiKey = read.secret('PAGEMARK_AI_API_KEY');
  const model = read.text('PAGEMARK_AI_MODEL');
  const because = `PAGEMARK_AI_PROVIDER ${JSON.stringify(provider)} needs it`;
  const need = (variable: string, missing: boolean) => {
    if (missing) read.problems.add(`Set ${variable}; it is not set, and ${because}.`);
  };
  if (provider !== 'extractive') {
    need('PAGEMARK_AI_MODEL', model === null);
    if (provider === 'openai-compatible')
      need('PAGEMARK_AI_BASE_URL', read.text('PAGEMARK_AI_BASE_URL') === null);
    else need('PAGEMARK_AI_API_KEY', apiKey === null);
  }
  if (provider === 'anthropic' || provider === 'google')
    needPackages(read.problems, 'PAGEMARK_AI_PROVIDER', [`@ai-sdk/${provider}`], isThere);
  return {
    config: {
      provider,
      baseUrl: withoutSlash(base),
      model,
      timeoutMs: read.integer('PAGEMARK_AI_TIMEOUT_MS', 100, 600_000),
      concurrency: read.integer('PAGEMARK_AI_CONCURRENCY', 1, 100_000),
    },
    apiKey,
  };
}

/** What is kept of pages and of what was made of them. */
export function readKept(read: SettingReader): Pick<Config, 'snapshots' | 'results'> {
  return {
    snapshots: {
      ttlMs: read.integer('PAGEMARK_SNAPSHOT_TTL_S', 0, 31_536_000) * 1000,
      maxBytes: read.integer('PAGEMARK_SNAPSHOT_MAX_BYTES', 1_048_576, 2 ** 50),
    },
    results: { maxBytes: read.integer('PAGEMARK_RESULT_MAX_BYTES', 0, 2 ** 50) },
  };
}
