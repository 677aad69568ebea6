/** One block of an IANA registry, with what the registry says of it and what the egress rule makes of it. */
export interface AddressBlock {
  /** CIDR notation. */
  readonly block: string;
  readonly name: string;
  /** Where the block is defined. */
  readonly source: string;
  /** `refused`: no connection goes there. `open`: listed by the registry, globally reachable, not refused. */
  readonly verdict: 'refused' | 'open';
}

/** The day on which the rows below were last compared with the registry. @public */
export const IPV4_BLOCKS_DATE = '2026-11-21';

/**
 * IANA IPv4 Special-Purpose Address Registry (RFC 6890), plus the multicast row of the IPv4 Address Space
 * Registry and one cloud host address that lies in public space. Blocks that a wider refused row holds
 * (such as 192.0.0.170/32 in 192.0.0.0/24) stay refused even where the registry calls them reachable.
 */
export const IPV4_BLOCKS: readonly AddressBlock[] = [
  { block: '0.0.0.0/8', name: 'this network', source: 'RFC 791', verdict: 'refused' },
  { block: '10.0.0.0/8', name: 'private use', source: 'RFC 1918', verdict: 'refused' },
  { block: '100.64.0.0/10', name: 'shared address space', source: 'RFC 6598', verdict: 'refused' },
  { block: '127.0.0.0/8', name: 'loopback', source: 'RFC 1122', verdict: 'refused' },
  { block: '168.63.129.16/32', name: 'cloud host channel', source: 'Azure WireServer', verdict: 'refused' },
  { block: '169.254.0.0/16', name: 'link local', source: 'RFC 3927', verdict: 'refused' },
  { block: '172.16.0.0/12', name: 'private use', source: 'RFC 1918', verdict: 'refused' },
  { block: '192.0.0.0/24', name: 'IETF protocol assignments', source: 'RFC 6890', verdict: 'refused' },
  { block: '192.0.2.0/24', name: 'documentation (TEST-NET-1)', source: 'RFC 5737', verdict: 'refused' },
  { block: '192.31.196.0/24', name: 'AS112-v4', source: 'RFC 7535', verdict: 'open' },
  { block: '192.52.193.0/24', name: 'AMT', source: 'RFC 7450', verdict: 'open' },
  { block: '192.88.99.0/24', name: '6to4 relay anycast', source: 'RFC 7526', verdict: 'refused' },
  { block: '192.168.0.0/16', name: 'private use', source: 'RFC 1918', verdict: 'refused' },
  { block: '192.175.48.0/24', name: 'direct delegation AS112', source: 'RFC 7534', verdict: 'open' },
  { block: '198.18.0.0/15', name: 'benchmarking', source: 'RFC 2544', verdict: 'refused' },
  { block: '198.51.100.0/24', name: 'documentation (TEST-NET-2)', source: 'RFC 5737', verdict: 'refused' },
  { block: '203.0.113.0/24', name: 'documentation (TEST-NET-3)', source: 'RFC 5737', verdict: 'refused' },
  { block: '224.0.0.0/4', name: 'multicast', source: 'RFC 5771', verdict: 'refused' },
  { block: '240.0.0.0/4', name: 'reserved and limited broadcast', source: 'RFC 1112', verdict: 'refused' },
];
