import { expect, test } from 'vitest';
import { IPV4_BLOCKS, IPV4_BLOCKS_DATE } from './address-policy/ipv4-blocks.table.ts';
import { IPV6_BLOCKS, IPV6_BLOCKS_DATE } from './address-policy/ipv6-blocks.table.ts';
import { UNOPENABLE_BLOCKS, UNOPENABLE_BLOCKS_DATE } from './address-policy/unopenable-blocks.table.ts';
import { BAD_PORTS, BAD_PORTS_DATE } from './bad-ports.table.ts';
import { REFUSED_DOMAINS, REFUSED_NAMES_DATE } from './refused-names.table.ts';

test.each([
  ['IPv4 blocks', IPV4_BLOCKS_DATE, IPV4_BLOCKS.map(({ block }) => block)],
  ['IPv6 blocks', IPV6_BLOCKS_DATE, IPV6_BLOCKS.map(({ block }) => block)],
  ['blocks that nothing opens', UNOPENABLE_BLOCKS_DATE, UNOPENABLE_BLOCKS.map(({ block }) => block)],
  ['refused names', REFUSED_NAMES_DATE, REFUSED_DOMAINS.map(({ domain }) => domain)],
  ['bad ports', BAD_PORTS_DATE, [...BAD_PORTS].map(String)],
])('the table of %s is dated and lists nothing twice', (_what, date, rows) => {
  expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  expect(rows.length).toBeGreaterThan(5);
  expect(new Set(rows).size).toBe(rows.length);
});
