import type { AddressBlock } from './ipv4-blocks.table.ts';

/** The day on which the rows below were last compared with the registry. @public */
export const IPV6_BLOCKS_DATE = '2026-11-21';

/** The only IPv6 space that IANA hands out for global unicast (RFC 4291); all else is refused unseen. */
export const IPV6_GLOBAL_UNICAST = '2000::/3';

/**
 * IANA IPv6 Special-Purpose Address Registry (RFC 6890), plus multicast and the deprecated site-local block.
 * Everything outside {@link IPV6_GLOBAL_UNICAST} is refused anyway; its rows are kept so that a refusal can be
 * named in the log. Parts of 2001::/23 that the registry calls reachable (ORCHIDv2, AS112, anycast for
 * protocols) hold no web sites and stay refused.
 */
export const IPV6_BLOCKS: readonly AddressBlock[] = [
  { block: '::/128', name: 'unspecified', source: 'RFC 4291', verdict: 'refused' },
  { block: '::1/128', name: 'loopback', source: 'RFC 4291', verdict: 'refused' },
  { block: '::/96', name: 'IPv4-compatible', source: 'RFC 4291', verdict: 'refused' },
  { block: '::ffff:0:0/96', name: 'IPv4-mapped', source: 'RFC 4291', verdict: 'refused' },
  { block: '::ffff:0:0:0/96', name: 'IPv4-translated', source: 'RFC 2765', verdict: 'refused' },
  { block: '64:ff9b::/96', name: 'NAT64', source: 'RFC 6052', verdict: 'refused' },
  { block: '64:ff9b:1::/48', name: 'local-use NAT64', source: 'RFC 8215', verdict: 'refused' },
  { block: '100::/64', name: 'discard only', source: 'RFC 6666', verdict: 'refused' },
  { block: '100:0:0:1::/64', name: 'dummy prefix', source: 'RFC 9780', verdict: 'refused' },
  { block: '2001::/23', name: 'IETF protocol assignments', source: 'RFC 2928', verdict: 'refused' },
  { block: '2001::/32', name: 'Teredo', source: 'RFC 4380', verdict: 'refused' },
  { block: '2001:2::/48', name: 'benchmarking', source: 'RFC 5180', verdict: 'refused' },
  { block: '2001:10::/28', name: 'ORCHID', source: 'RFC 4843', verdict: 'refused' },
  { block: '2001:20::/28', name: 'ORCHIDv2', source: 'RFC 7343', verdict: 'refused' },
  { block: '2001:30::/28', name: 'drone remote identification', source: 'RFC 9374', verdict: 'refused' },
  { block: '2001:db8::/32', name: 'documentation', source: 'RFC 3849', verdict: 'refused' },
  { block: '2002::/16', name: '6to4', source: 'RFC 3056', verdict: 'refused' },
  { block: '2620:4f:8000::/48', name: 'direct delegation AS112', source: 'RFC 7534', verdict: 'open' },
  { block: '3fff::/20', name: 'documentation', source: 'RFC 9637', verdict: 'refused' },
  { block: '5f00::/16', name: 'segment routing identifiers', source: 'RFC 9602', verdict: 'refused' },
  { block: 'fc00::/7', name: 'unique local', source: 'RFC 4193', verdict: 'refused' },
  { block: 'fe80::/10', name: 'link local', source: 'RFC 4291', verdict: 'refused' },
  { block: 'fec0::/10', name: 'site local (deprecated)', source: 'RFC 3879', verdict: 'refused' },
  { block: 'ff00::/8', name: 'multicast', source: 'RFC 4291', verdict: 'refused' },
];
