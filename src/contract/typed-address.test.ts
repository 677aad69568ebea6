import { expect, test } from 'vitest';
import { withScheme } from './typed-address.ts';

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['  example.com ', 'https://example.com'],
  ['example.com:8443/a', 'https://example.com:8443/a'],
  ['127.0.0.1:9123', 'http://127.0.0.1:9123'],
  ['localhost:8080/x?y', 'http://localhost:8080/x?y'],
  ['app.localhost', 'http://app.localhost'],
  ['192.168.1.7/admin', 'http://192.168.1.7/admin'],
  ['172.32.0.1', 'https://172.32.0.1'],
  ['100.100.1.2:3000', 'http://100.100.1.2:3000'],
  ['100.128.1.2', 'https://100.128.1.2'],
  ['wiki/start', 'http://wiki/start'],
  ['printer.local', 'http://printer.local'],
  ['local.example.com', 'https://local.example.com'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['ftp://example.com', 'ftp://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('withScheme of %j is %j', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});
