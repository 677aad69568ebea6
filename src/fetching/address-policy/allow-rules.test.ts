import { describe, expect, test } from 'vitest';
import { type AllowEntry, compileAllowRules } from './allow-rules.ts';

describe('compileAllowRules', () => {
  test('folds addresses and names as URLs and name servers do', () => {
    const rules = compileAllowRules([
      { kind: 'address', address: 'FD00:0:0::1', port: 80 },
      { kind: 'address', address: '127.0.0.1', port: 9000 },
      { kind: 'name', name: 'Bücher.Corp.', port: 443 },
      { kind: 'name', name: 'localhost', port: 3000 },
    ]);
    expect(rules.opensAddress('fd00::1', 80)).toBe(true);
    expect(rules.opensAddress('127.0.0.1', 9000)).toBe(true);
    expect(rules.opensName('xn--bcher-kva.corp', 443)).toBe(true);
    expect(rules.opensName('localhost', 3000)).toBe(true);
    expect(rules.opensPort(9000)).toBe(true);
  });

  test('opens nothing beside its entries', () => {
    const rules = compileAllowRules([
      { kind: 'address', address: '127.0.0.1', port: 9000 },
      { kind: 'name', name: 'wiki.corp', port: 443 },
    ]);
    expect(rules.opensAddress('127.0.0.1', 900)).toBe(false);
    expect(rules.opensAddress('127.0.0.10', 9000)).toBe(false);
    expect(rules.opensName('wiki.corp', 80)).toBe(false);
    expect(rules.opensName('a.wiki.corp', 443)).toBe(false);
    expect(rules.opensPort(443)).toBe(false);
    expect(rules.opensBlock('127.0.0.1')).toBe(false);
  });

  test.each([
    ['10.1.0.0', 16, ['10.1.0.0', '10.1.255.255'], ['10.0.255.255', '10.2.0.0', '::ffff:10.1.0.0']],
    ['10.1.2.3', 32, ['10.1.2.3'], ['10.1.2.2', '10.1.2.4']],
    ['0.0.0.0', 0, ['0.0.0.0', '255.255.255.255'], ['::']],
    ['fd00::', 8, ['fd00::', 'fdff::1'], ['fc00::', 'fe00::', '10.0.0.1']],
  ])('a block %s/%d opens its addresses only', (address, prefix, inside, outside) => {
    const rules = compileAllowRules([{ kind: 'cidr', address, prefix }]);
    expect(inside.filter((each) => !rules.opensBlock(each))).toEqual([]);
    expect(outside.filter((each) => rules.opensBlock(each))).toEqual([]);
  });

  test('lists every wrong entry', () => {
    const wrong: AllowEntry[] = [
      { kind: 'address', address: 'localhost', port: 80 },
      { kind: 'name', name: '127.1', port: 80 },
      { kind: 'name', name: 'a b', port: 80 },
      { kind: 'cidr', address: '10.0.0.0', prefix: 33 },
      { kind: 'cidr', address: 'fd00::', prefix: 129 },
    ];
    expect(() => compileAllowRules([{ kind: 'name', name: 'good', port: 80 }, ...wrong])).toThrow(
      `Correct the allowed targets ${wrong.map((entry) => JSON.stringify(entry)).join(', ')}`,
    );
  });
});
