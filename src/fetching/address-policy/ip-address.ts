import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A parsed address: IPv4 or IPv6, never converted from one to the other by parsing. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A parsed CIDR block. */
export interface IpBlock {
  readonly network: IpAddress;
  readonly prefixBits: number;
}

/**
 * Parses the canonical text of an address. `undefined` for all else: names, short, octal and hexadecimal IPv4
 * spellings (the URL parser has folded those before), zone identifiers, brackets.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  return ipaddr.parse(text);
}

/** Parses `address/bits`. `undefined` when the address or the prefix length is not valid. */
export function parseIpBlock(text: string): IpBlock | undefined {
  const slash = text.indexOf('/');
  const network = parseIpAddress(text.slice(0, Math.max(slash, 0)));
  const bits = text.slice(slash + 1);
  if (network === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  const prefixBits = Number(bits);
  return prefixBits > (network.kind() === 'ipv4' ? 32 : 128) ? undefined : { network, prefixBits };
}

/** Whether `address` lies in `block`; never true across families. */
export function isInBlock(address: IpAddress, { network, prefixBits }: IpBlock): boolean {
  if (address instanceof ipaddr.IPv4) {
    return network instanceof ipaddr.IPv4 && address.match(network, prefixBits);
  }
  return network instanceof ipaddr.IPv6 && address.match(network, prefixBits);
}

/** Whether two addresses are the same, an IPv4-mapped IPv6 address counting as its IPv4. */
export function isSameAddress(left: string, right: string): boolean {
  const [a, b] = [parseIpAddress(left), parseIpAddress(right)];
  return a !== undefined && b !== undefined && plainText(a) === plainText(b);
}

function plainText(address: IpAddress): string {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address().toString()
    : address.toString();
}

/** Parses a block of one of the tables beside this file. Throws when the table is wrong. */
export function tableBlock(text: string): IpBlock {
  const block = parseIpBlock(text);
  if (block === undefined) throw new Error(`Correct the table: ${JSON.stringify(text)} is not a CIDR block`);
  return block;
}
