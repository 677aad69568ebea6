import { existsSync } from 'node:fs';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/problems.ts';
import { parseUrl } from '../contract/address.ts';
import { fail, ServiceError } from '../contract/failure.ts';
import { withScheme } from '../contract/typed-address.ts';
import { judgeAddress } from '../fetching/address-policy/judge-address.ts';
import { BAD_PORTS } from '../fetching/bad-ports.table.ts';
import { refusedName } from '../fetching/endpoint-policy.ts';
import { parseTargetUrl, type TargetUrl, textOfHost } from '../fetching/target-url.ts';
import { unreachableCause } from '../fetching/unreachable-cause.ts';
import { PAGE_ENDINGS } from './file-endings.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host with a port, a path or neither: an IPv6 address in brackets, `localhost`, or a name or address with dots. */
// linear: a line that a person typed.
const HOST =
  /^(?:\[[0-9a-f:.]+\]|localhost|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\.?)(?::\d{1,5})?(?:[/?#].*)?$/iu;
/** Names that end as files do which people convert, with nothing behind: one that is not there is a file that is missing. */
// linear: as before.
const FILE_NAME = new RegExp(`^[^/:]+\\.(?:${PAGE_ENDINGS.join('|')})$`, 'i');

/** The address that a person typed as the source of a conversion, or null for a file: one that is there is one. */
export function typedAddress(text: string): string | null {
  if (SCHEME.test(text)) return text;
  return FILE_NAME.test(text) || existsSync(text) ? null : addressOf(text);
}

/** A typed address with its scheme, or null for what is none. */
export const addressOf = (text: string): string | null =>
  SCHEME.test(text) || HOST.test(text) ? withScheme(text) : null;

/** True for this machine and private networks, by the registries and names of the egress rule. */
function isLocal({ host }: TargetUrl): boolean {
  return host.kind === 'address'
    ? !judgeAddress(host.address, 'literal').open
    : refusedName(host.name) !== undefined;
}

function targetOf(address: string): TargetUrl | undefined {
  try {
    return parseTargetUrl(address);
  } catch {
    return undefined;
  }
}

/**
 * A failure as it is told to the person who typed the address: one that the egress rule refuses for what was typed, an
 * address in numbers or the name of a private network, names the setting that would allow it; one of a page that was not
 * reached says why. Nothing is told of addresses that were not typed: what a name leads to stays as opaque as the service is.
 */
export async function toldFailure(error: unknown, address: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error;
  const toDo = toReach(error, address);
  if (toDo !== undefined) return new ServiceError({ ...error.failure, message: toDo }, { cause: error });
  if (error.failure.reason !== 'blocked_target') return error;
  const message = (await toCorrect(address, env)) ?? (await toAllow(address, env));
  return message === null ? error : fail('blocked_target', message, { cause: error });
}

/** What to do about a user name or a port in an address, for which alone it is refused; undefined where neither is the cause. */
async function toCorrect(address: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const url = parseUrl(address);
  if (url?.username || url?.password)
    return 'Take the user name and the password out of the address, and give --header "Authorization: Basic …" if the site asks for them: the security policy refuses them in an address.';
  if (url?.port && BAD_PORTS.has(Number(url.port)))
    return `Give another port than ${url.port}: it is one of another protocol, which no setting opens.`;
  const target = targetOf(address);
  const config = loadConfig(env);
  const { ports } = config.fetching;
  if (target === undefined || isLocal(target) || ports.includes(target.port)) return undefined;
  const { openFetcher } = await import('../open-from-config.ts');
  // An entry of PAGEMARK_FETCH_ALLOW opens the port: what is refused was not typed.
  return openFetcher(config).allows(address)
    ? undefined
    : `Set PAGEMARK_FETCH_PORTS=${[...ports, target.port]} to fetch from port ${target.port}: the security policy allows only the ports of that setting.`;
}

async function toAllow(address: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const entry = await entryThatAllows(address, env);
  if (entry === null) return null;
  const { host, port } = parseTargetUrl(address);
  return `Set PAGEMARK_FETCH_ALLOW=${entry} to allow ${JSON.stringify(textOfHost(host))} on port ${port}: the security policy blocks it.`;
}

/** What to do about a page that was not reached; undefined where that is not known, or the failure is another one. */
export function toReach(error: unknown, address: string): string | undefined {
  const host = targetOf(address)?.host;
  return unreachableCause(error, host?.kind === 'name' ? host.name : '')?.toDo;
}

/** The entries of `PAGEMARK_FETCH_ALLOW` with which the address would not be refused for what it says; null: there are none. */
async function entryThatAllows(address: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const target = targetOf(address);
  if (target === undefined || (target.host.kind === 'name' && !isLocal(target))) return null;
  const host = textOfHost(target.host);
  const entry = `${host.includes(':') ? `[${host}]` : host}:${target.port}`;
  const entries = [env.PAGEMARK_FETCH_ALLOW, entry].filter(Boolean).join(',');
  const { openFetcher } = await import('../open-from-config.ts');
  const allows = (more: NodeJS.ProcessEnv) => openFetcher(loadConfig({ ...env, ...more })).allows(address);
  try {
    return !allows({}) && allows({ PAGEMARK_FETCH_ALLOW: entries }) ? entries : null;
  } catch (wrong) {
    // No entry can be written of it.
    if (wrong instanceof ConfigError) return null;
    throw wrong;
  }
}
