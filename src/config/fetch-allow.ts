import { BlockList, isIP } from 'node:net';
import type { ProblemList } from './problems.ts';
import { parseHostPort } from './setting-reader.ts';

/** One exemption from the egress rule (`PAGEMARK_FETCH_ALLOW`, egress rule 8). */
export type FetchAllowEntry =
  /** Opens this resolved address on this port, whatever name led to it. */
  | { readonly kind: 'address'; readonly address: string; readonly port: number }
  /** Opens this name on this port, lower case, without trailing dot. */
  | { readonly kind: 'name'; readonly name: string; readonly port: number }
  /** Opens the block's addresses on the ports that may be fetched from. */
  | { readonly kind: 'cidr'; readonly address: string; readonly prefix: number; readonly family: 4 | 6 };

/** Link-local and cloud metadata addresses, the same as fetching has: never opened, whatever is set. */
const NEVER_OPEN = new BlockList();
NEVER_OPEN.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER_OPEN.addAddress('168.63.129.16', 'ipv4');
NEVER_OPEN.addAddress('100.100.100.200', 'ipv4');
NEVER_OPEN.addAddress('192.0.0.192', 'ipv4');
NEVER_OPEN.addSubnet('fe80::', 10, 'ipv6');
NEVER_OPEN.addAddress('fd00:ec2::254', 'ipv6');
NEVER_OPEN.addAddress('fd20:ce::254', 'ipv6');

const WANTED =
  'a comma list of address:port, name:port or CIDR, such as "127.0.0.1:3000,docs.lan:80,10.0.0.0/8"';
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/** The entries; a wrong one is a problem that quotes it and is left out. */
export function parseFetchAllow(
  entries: readonly string[],
  problems: ProblemList,
): readonly FetchAllowEntry[] {
  const parsed: FetchAllowEntry[] = [];
  for (const text of entries) {
    const entry = parseEntry(text);
    if (entry === null) {
      problems.wrong('PAGEMARK_FETCH_ALLOW', text, WANTED);
    } else if (entry.kind !== 'name' && isNeverOpen(entry.address)) {
      problems.add(
        `Remove ${JSON.stringify(text)} from PAGEMARK_FETCH_ALLOW; link-local and metadata addresses can never be opened.`,
      );
    } else {
      parsed.push(entry);
    }
  }
  return parsed;
}

function parseEntry(text: string): FetchAllowEntry | null {
  if (/\/\d{1,3}$/.test(text)) return parseCidr(text.replace(/^\[(.*)\](?=\/)/, '$1'));
  const target = parseHostPort(text);
  if (!target) return null;
  if (isIP(target.host) !== 0) return { kind: 'address', address: target.host, port: target.port };
  const name = target.host.toLowerCase().replace(/(?<!\.)\.+$/, '');
  // A dotted number that is no address is a misspelt address, not a name.
  if (!NAME.test(name) || /^[\d.]+$/.test(name)) return null;
  return { kind: 'name', name, port: target.port };
}

/** A block of addresses, `address/prefix`; null when it is none. */
export function parseCidr(text: string): Extract<FetchAllowEntry, { kind: 'cidr' }> | null {
  const [, address = '', digits] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  const prefix = Number(digits);
  if (family !== 4 && family !== 6) return null;
  return prefix <= (family === 4 ? 32 : 128) ? { kind: 'cidr', address, prefix, family } : null;
}

function isNeverOpen(address: string): boolean {
  return NEVER_OPEN.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
