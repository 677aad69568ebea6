import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { IPV4_EDGE_CASES, IPV6_EDGE_CASES } from './address-edges.table.fixture.ts';
import { IPV4_BLOCKS } from './ipv4-blocks.table.ts';
import { IPV6_BLOCKS, IPV6_GLOBAL_UNICAST } from './ipv6-blocks.table.ts';
import { decisiveAddress, isUnopenable, judgeAddress } from './judge-address.ts';
import { UNOPENABLE_BLOCKS } from './unopenable-blocks.table.ts';

/** First address of a block and the ones around its edges, as canonical text; none beyond the address space. */
function edges(block: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray();
  const size = BigInt(bytes.length * 8);
  const first = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const last = first + (1n << (size - BigInt(bits))) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 1n << size)
    .map((value) =>
      ipaddr
        .fromByteArray(bytes.map((_, at) => Number((value >> (size - 8n * BigInt(at + 1))) & 0xffn)))
        .toString(),
    );
}

const canonical = (address: string): string => ipaddr.parse(address).toString();

describe('judgeAddress', () => {
  test.each(IPV4_EDGE_CASES)('judges %s: open is %s', (address, open) => {
    expect(judgeAddress(address, 'literal').open).toBe(open);
    expect(judgeAddress(address, 'dns').open).toBe(open);
  });

  test.each(IPV6_EDGE_CASES)('judges %s as a literal: open is %s', (address, open) => {
    expect(judgeAddress(address, 'literal').open).toBe(open);
  });

  test.each([
    ...IPV4_BLOCKS.map(({ block }) => [block, IPV4_EDGE_CASES] as const),
    ...IPV6_BLOCKS.map(({ block }) => [block, IPV6_EDGE_CASES] as const),
    [IPV6_GLOBAL_UNICAST, IPV6_EDGE_CASES] as const,
  ])('the cases hold both sides of every edge of %s', (block, cases) => {
    const covered = new Set(cases.map(([address]) => canonical(address)));
    expect(edges(block).filter((address) => !covered.has(address))).toEqual([]);
  });

  test.each([
    ['64:ff9b::808:808', true],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a00:1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::808:808', false],
    ['64:ff9b::1:0:808:808', false],
  ])('judges the NAT64 answer %s by its IPv4: open is %s', (address, open) => {
    expect(judgeAddress(address, 'dns').open).toBe(open);
    expect(judgeAddress(address, 'literal').open).toBe(false);
  });

  test.each([
    ['::ffff:8.8.8.8', 'mapped'],
    ['::8.8.8.8', 'compatible'],
    ['::ffff:0:808:808', 'translated'],
    ['2002:808:808::1', '6to4'],
    ['2001:0:4136:e378:8000:63bf:f7f7:f7f7', 'Teredo'],
    ['64:ff9b:1::808:808', 'local NAT64'],
  ])('refuses %s although its %s IPv4 is public', (address) => {
    expect(judgeAddress(address, 'dns').open).toBe(false);
    expect(judgeAddress(address, 'literal').open).toBe(false);
  });

  test.each([
    ['2606:4700::5efe:a00:1', false],
    ['2606:4700::200:5efe:7f00:1', false],
    ['2606:4700::5efe:808:808', true],
  ])('judges the ISATAP address %s by its IPv4 too: open is %s', (address, open) => {
    expect(judgeAddress(address, 'dns').open).toBe(open);
  });

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '[::1]',
    'fe80::1%eth0',
    '1.2.3.4.5',
  ])('refuses %j, which is no canonical address', (text) => {
    expect(judgeAddress(text, 'dns').open).toBe(false);
  });

  test('names the narrowest block for the log', () => {
    expect(judgeAddress('2001:db8::1', 'dns')).toMatchObject({
      block: '2001:db8::/32',
      name: 'documentation',
    });
    expect(judgeAddress('2001:2::1', 'dns')).toMatchObject({ block: '2001:2::/48' });
    expect(judgeAddress('4000::1', 'dns')).toMatchObject({ block: IPV6_GLOBAL_UNICAST });
  });
});

describe('isUnopenable', () => {
  test.each(UNOPENABLE_BLOCKS)('holds for both ends of $block and not beyond', ({ block }) => {
    const [before, first, last, after] = edges(block);
    expect([first, last].map((address) => isUnopenable(address ?? '', 'dns'))).toEqual([true, true]);
    expect([before, after].map((address) => isUnopenable(address ?? '', 'dns'))).toEqual([false, false]);
  });

  test('holds for every form that carries an IPv4 address, and for NAT64 answers by their IPv4', () => {
    expect(isUnopenable('::ffff:10.0.0.1', 'literal')).toBe(true);
    expect(isUnopenable('64:ff9b::a00:1', 'literal')).toBe(true);
    expect(isUnopenable('64:ff9b::a00:1', 'dns')).toBe(false);
    expect(isUnopenable('64:ff9b::a9fe:a9fe', 'dns')).toBe(true);
    expect(isUnopenable('::1', 'literal')).toBe(false);
  });
});

describe('decisiveAddress', () => {
  test('is the IPv4 of a NAT64 answer, else the address', () => {
    expect(decisiveAddress('64:ff9b::a00:1', 'dns')).toBe('10.0.0.1');
    expect(decisiveAddress('64:ff9b::a00:1', 'literal')).toBe('64:ff9b::a00:1');
    expect(decisiveAddress('10.0.0.1', 'dns')).toBe('10.0.0.1');
  });
});
