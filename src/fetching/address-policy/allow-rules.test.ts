import { describe, expect, test } from 'vitest';
import { parseAllowRule } from './allow-rules.ts';

describe('parseAllowRule', () => {
  test.each([
    ['127.0.0.1:9000', { kind: 'address', address: '127.0.0.1', port: 9000 }],
    [' 10.1.2.3:80 ', { kind: 'address', address: '10.1.2.3', port: 80 }],
    ['0x7f.1:80', { kind: 'address', address: '127.0.0.1', port: 80 }],
    ['[::1]:80', { kind: 'address', address: '::1', port: 80 }],
    ['[FD00::0:1]:65535', { kind: 'address', address: 'fd00::1', port: 65_535 }],
    ['localhost:3000', { kind: 'name', name: 'localhost', port: 3000 }],
    ['Wiki.Corp.:443', { kind: 'name', name: 'wiki.corp', port: 443 }],
    ['bücher.corp:443', { kind: 'name', name: 'xn--bcher-kva.corp', port: 443 }],
  ])('reads %j', (entry, rule) => {
    expect(parseAllowRule(entry)).toEqual(rule);
  });

  test.each(['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32', '0.0.0.0/0'])('reads the block %j', (entry) => {
    expect(parseAllowRule(entry)?.kind).toBe('block');
  });

  test.each([
    '',
    'localhost',
    '127.0.0.1',
    '::1',
    '::1:80',
    '[::1]',
    ':80',
    'host:0',
    'host:65536',
    'host:http',
    'host:80:90',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '/8',
    'fd00::/129',
    'host/8',
    'http://host:80',
    'user@host:80',
    'ho st:80',
    '*.corp:80',
    '1.2.3.4.5:80',
  ])('refuses %j', (entry) => {
    expect(parseAllowRule(entry)).toBeUndefined();
  });
});
