import ipaddr from 'ipaddr.js';
import { isInBlock, tableBlock } from './ip-address.ts';

/** How an IPv4 address can be carried in an IPv6 one. */
type EmbeddingForm =
  | 'mapped'
  | 'translated'
  | 'compatible'
  | 'nat64'
  | 'local-nat64'
  | '6to4'
  | 'teredo'
  | 'isatap';

/** An IPv4 address found in an IPv6 one. */
interface EmbeddedIpv4 {
  readonly form: EmbeddingForm;
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
