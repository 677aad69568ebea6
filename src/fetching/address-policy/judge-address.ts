import ipaddr from 'ipaddr.js';
import {
  embeddedIpv4,
  type IpAddress,
  type IpBlock,
  isInBlock,
  parseIpAddress,
  tableBlock,
} from './ip-address.ts';
import { type AddressBlock, IPV4_BLOCKS } from './ipv4-blocks.table.ts';
import { IPV6_BLOCKS, IPV6_GLOBAL_UNICAST } from './ipv6-blocks.table.ts';
import { UNOPENABLE_BLOCKS } from './unopenable-blocks.table.ts';

/** Where an address came from: written in the URL, or an answer of the name system. */
export type AddressSource = 'literal' | 'dns';

/** Whether the registries make an address one of the public internet. `block` is for the log and for tests. */
type AddressVerdict =
  | { readonly open: true }
  | { readonly open: false; readonly block: string; readonly name: string };

interface Row extends AddressBlock {
  readonly range: IpBlock;
}

const toRow = (row: AddressBlock): Row => ({ ...row, range: tableBlock(row.block) });
/** Most specific first, so that a refusal is named after the narrowest block. */
const byLength = (left: Row, right: Row): number => right.range.prefixBits - left.range.prefixBits;

const IPV4_ROWS = IPV4_BLOCKS.map(toRow).sort(byLength);
const IPV6_ROWS = IPV6_BLOCKS.map(toRow).sort(byLength);
const GLOBAL_UNICAST = tableBlock(IPV6_GLOBAL_UNICAST);
const UNOPENABLE = UNOPENABLE_BLOCKS.map(({ block }) => tableBlock(block));

/**
 * Judges one address by the dated registries alone: no setting takes part (see `../endpoint-policy.ts`).
 * IPv6 is open only in 2000::/3 less the refused rows. An IPv6 address that carries an IPv4 address is refused
 * as a literal; a NAT64 address that came from the name system is judged as its IPv4, because on networks with
 * DNS64 every IPv4 site has such an address. Text that is not a canonical address is refused.
 */
export function judgeAddress(address: string, source: AddressSource): AddressVerdict {
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return { open: false, block: 'none', name: 'not an address' };
  if (parsed instanceof ipaddr.IPv4) return judgeByRows(parsed, IPV4_ROWS);
  const embedded = embeddedIpv4(parsed);
  if (
    embedded !== undefined &&
    (embedded.form === 'isatap' || (embedded.form === 'nat64' && source === 'dns'))
  ) {
    const inner = judgeByRows(embedded.ipv4, IPV4_ROWS);
    if (!inner.open || embedded.form === 'nat64') return inner;
  }
  const named = judgeByRows(parsed, IPV6_ROWS);
  return named.open && !isInBlock(parsed, GLOBAL_UNICAST)
    ? { open: false, block: IPV6_GLOBAL_UNICAST, name: 'outside global unicast' }
    : named;
}

function judgeByRows(address: IpAddress, rows: readonly Row[]): AddressVerdict {
  for (const { range, verdict, block, name } of rows) {
    if (verdict === 'refused' && isInBlock(address, range)) return { open: false, block, name };
  }
  return { open: true };
}

/**
 * Whether no setting may open this address: link-local space, cloud metadata, and every IPv6 form that carries
 * an IPv4 address (NAT64 from the name system is judged as its IPv4).
 */
export function isUnopenable(address: string, source: AddressSource): boolean {
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return true;
  const embedded = parsed instanceof ipaddr.IPv6 ? embeddedIpv4(parsed) : undefined;
  if (embedded === undefined) return UNOPENABLE.some((block) => isInBlock(parsed, block));
  if (embedded.form === 'isatap' || (embedded.form === 'nat64' && source === 'dns')) {
    return [parsed, embedded.ipv4].some((each) => UNOPENABLE.some((block) => isInBlock(each, block)));
  }
  return true;
}

/** The address that decides: the IPv4 of a NAT64 answer, else the address itself, in canonical text. */
export function decisiveAddress(address: string, source: AddressSource): string {
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return address;
  const embedded = source === 'dns' && parsed instanceof ipaddr.IPv6 ? embeddedIpv4(parsed) : undefined;
  return embedded?.form === 'nat64' ? embedded.ipv4.toString() : parsed.toString();
}
