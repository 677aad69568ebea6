import { expect, test } from 'vitest';
import { parseRedisAddress } from './redis-address.ts';

test.each([
  ['redis://cache.example.org', { kind: 'server', tls: false, url: 'redis://cache.example.org' }],
  ['rediss://u:p%40q@h:1/2', { kind: 'server', tls: true, username: 'u', password: 'p@q' }],
  [
    'redis+sentinel://:p%40q@a:1,b,[::1]:3/main',
    {
      kind: 'sentinel',
      tls: false,
      username: '',
      password: 'p@q',
      primary: 'main',
      sentinels: [
        { host: 'a', port: 1 },
        { host: 'b', port: 26_379 },
        { host: '::1', port: 3 },
      ],
    },
  ],
  [
    'rediss+cluster://u:p:q@a,b:7001',
    {
      kind: 'cluster',
      tls: true,
      username: 'u',
      password: 'p:q',
      nodes: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7001 },
      ],
    },
  ],
])('parseRedisAddress reads %s', (text, address) => {
  expect(parseRedisAddress(text)).toMatchObject(address);
});

test.each([
  'http://h',
  'redis://',
  'redis://h#x',
  'redis+sentinel://a:1,b:2',
  'redis+cluster://a:1/main',
  'redis+cluster://a:70000',
  'redis+cluster://a:1,',
  'redis+other://a:1',
])('parseRedisAddress refuses %s', (text) => {
  expect(parseRedisAddress(text)).toBeNull();
});
