import { parseUrl } from '../../contract/address.ts';
import { type IpBlock, isInBlock, parseIpAddress, parseIpBlock } from './ip-address.ts';

/** One entry of `PAGEMARK_FETCH_ALLOW`, as the configuration reads it. */
export type AllowEntry =
  | { readonly kind: 'address'; readonly address: string; readonly port: number }
  | { readonly kind: 'name'; readonly name: string; readonly port: number }
  | { readonly kind: 'cidr'; readonly address: string; readonly prefix: number };

/**
 * What the entries open, asked for canonical addresses and folded names: the entries are folded as URLs and answers of the
 * name system are. Throws a plain `Error` that lists every entry that is no address, name or block (a start error).
 */
export function compileAllowRules(entries: readonly AllowEntry[]) {
  const addresses = new Set<string>();
  const names = new Set<string>();
  const ports = new Set<number>();
  const blocks: IpBlock[] = [];
  const wrong: string[] = [];
  for (const entry of entries) {
    const block = entry.kind === 'cidr' ? parseIpBlock(`${entry.address}/${entry.prefix}`) : undefined;
    const address = entry.kind === 'address' ? parseIpAddress(entry.address) : undefined;
    const name = entry.kind === 'name' ? foldName(entry.name) : undefined;
    if (block !== undefined) blocks.push(block);
    else if (entry.kind === 'name' && name !== undefined) names.add(`${name} ${entry.port}`);
    else if (entry.kind === 'address' && address !== undefined) {
      addresses.add(`${address.toString()} ${entry.port}`);
      ports.add(entry.port);
    } else wrong.push(JSON.stringify(entry));
  }
  if (wrong.length > 0) throw new Error(`Correct the allowed targets ${wrong.join(', ')}`);
  return {
    opensAddress: (address: string, port: number) => addresses.has(`${address} ${port}`),
    opensName: (name: string, port: number) => names.has(`${name} ${port}`),
    /** Whether some address is opened on this port, so that a name must be resolved before the port is judged. */
    opensPort: (port: number) => ports.has(port),
    opensBlock(address: string) {
      const parsed = parseIpAddress(address);
      return parsed !== undefined && blocks.some((block) => isInBlock(parsed, block));
    },
  };
}

function foldName(name: string): string | undefined {
  const folded = parseUrl(`http://${name}/`)?.hostname.replace(/(?<!\.)\.+$/, '');
  return folded === undefined || folded === '' || parseIpAddress(folded) !== undefined ? undefined : folded;
}
