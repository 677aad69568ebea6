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

/** An IPv4 address found in an IPv6 one. */
interface EmbeddedIpv4 {
  readonly form: (typeof PREFIXES)[number]['form'] | 'isatap';
  readonly ipv4: ipaddr.IPv4;
}

/** Prefix, form and the byte at which the IPv4 address starts. */
const PREFIXES = (
  [
    ['::ffff:0:0/96', 'mapped', 12],
    ['::ffff:0:0:0/96', 'translated', 12],
    ['::/96', 'compatible', 12],
    ['64:ff9b::/96', 'nat64', 12],
    ['64:ff9b:1::/48', 'local-nat64', 12],
    ['2002::/16', '6to4', 2],
    ['2001::/32', 'teredo', 12],
  ] as const
).map(([block, form, offset]) => ({ block: tableBlock(block), form, offset }));

/**
 * The IPv4 address that an IPv6 address carries, by the forms of RFC 4291 (mapped, compatible), 2765, 6052,
 * 8215, 3056 (6to4), 4380 (Teredo: stored inverted) and 5214 (ISATAP: in the interface identifier).
 * `::` and `::1` carry none.
 */
export function embeddedIpv4(address: ipaddr.IPv6): EmbeddedIpv4 | undefined {
  const bytes = address.toByteArray();
  for (const { block, form, offset } of PREFIXES) {
    if (!isInBlock(address, block)) continue;
    const carried = bytes.slice(offset, offset + 4);
    if (form === 'compatible' && carried.every((byte, at) => byte === 0 || (at === 3 && byte === 1))) return;
    return { form, ipv4: new ipaddr.IPv4(form === 'teredo' ? carried.map((byte) => byte ^ 0xff) : carried) };
  }
  if (isIsatap(bytes)) return { form: 'isatap', ipv4: new ipaddr.IPv4(bytes.slice(12)) };
  return undefined;
}

/** RFC 5214, 6.1: the interface identifier is `[0200:]5efe` and the IPv4 address; two bits are free. */
function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}
