import { parseUrl } from '../../contract/parse-url.ts';
import { type IpBlock, parseIpAddress, parseIpBlock } from './ip-address.ts';

/** One entry of `PAGEMARK_FETCH_ALLOW`, parsed. */
export type AllowRule =
  | { readonly kind: 'address'; readonly address: string; readonly port: number }
  | { readonly kind: 'name'; readonly name: string; readonly port: number }
  | { readonly kind: 'block'; readonly block: IpBlock };

/**
 * Parses one entry: `address:port` (IPv6 in brackets), `name:port` or a CIDR block. Names are folded as a URL
 * folds them. `undefined` when it is none of the three; the caller says which entry was wrong.
 */
export function parseAllowRule(entry: string): AllowRule | undefined {
  const text = entry.trim();
  if (text.includes('/')) {
    const block = parseIpBlock(text);
    return block === undefined ? undefined : { kind: 'block', block };
  }
  const match = /^(.+):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) return undefined;
  const host = foldHost(match[1] ?? '');
  if (host === undefined) return undefined;
  const address = parseIpAddress(host.replace(/^\[(.*)\]$/, '$1'));
  if (address !== undefined) return { kind: 'address', address: address.toString(), port };
  return host.startsWith('[') ? undefined : { kind: 'name', name: host.replace(/\.+$/, ''), port };
}

function foldHost(host: string): string | undefined {
  if (/[/?#@\\\s*]/.test(host) || /^[^[].*:/.test(host)) return undefined;
  return parseUrl(`http://${host}/`)?.hostname;
}
