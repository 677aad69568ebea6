import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fieldsForOrigin, type OwnCookie, ownFieldsOf } from './own-fields.ts';

const COOKIE: OwnCookie = {
  domain: 'a.example',
  withSubdomains: false,
  path: '/',
  secure: false,
  expiresAtMs: Number.POSITIVE_INFINITY,
  pair: 'sid=1',
};
const sent = (address: string, cookie: Partial<OwnCookie> = {}, origin = new URL(address).origin) =>
  fieldsForOrigin(origin, { 'x-key': 'k' }, [{ ...COOKIE, ...cookie }], 1000)(new URL(address));

test.each([
  ['the origin', 'https://a.example/b', {}],
  ['a path below', 'https://a.example/b/c', { path: '/b' }],
  ['the path itself', 'https://a.example/b', { path: '/b' }],
  ['a host below the domain', 'https://b.a.example/', { withSubdomains: true }],
  ['TLS, for one that wants it', 'https://a.example/', { secure: true }],
  ['a time before its end', 'https://a.example/', { expiresAtMs: 1001 }],
])('a cookie is sent to %s', (_name, address, cookie) =>
  expect(sent(address, cookie)).toEqual({ 'x-key': 'k', cookie: 'sid=1' }),
);

test.each([
  ['a path beside', 'https://a.example/bc', { path: '/b' }],
  ['a host below, unless the domain is meant', 'https://b.a.example/', {}],
  ['an address that ends alike', 'https://10.0.0.1/', { domain: '0.0.1', withSubdomains: true }],
  ['a host whose name ends alike', 'https://ba.example/', { withSubdomains: true }],
  ['a connection without TLS, where it wants that', 'http://a.example/', { secure: true }],
  ['a time behind its end', 'https://a.example/', { expiresAtMs: 1000 }],
])('a cookie is not sent to %s', (_name, address, cookie) =>
  expect(sent(address, cookie)).toEqual({ 'x-key': 'k' }),
);

test.each([
  ['another scheme', 'http://a.example/', 'https://a.example'],
  ['the same host over TLS', 'https://a.example/', 'http://a.example'],
  ['another port', 'https://a.example:8443/', 'https://a.example'],
  ['another host', 'https://b.example/', 'https://a.example'],
  ['a host below', 'https://b.a.example/', 'https://a.example'],
])('nothing is sent to %s', (_name, address, origin) => expect(sent(address, {}, origin)).toEqual({}));

test('values of a field that is given more than once are all sent', () => {
  const header = ['Cookie: a=1', 'X-Key: k', 'cookie: b=2', 'Accept-Language: de', 'Accept-Language: en'];
  expect(ownFieldsOf('https://a.example/', { header })?.(new URL('https://a.example/b'))).toEqual({
    cookie: 'a=1; b=2',
    'x-key': 'k',
    'accept-language': 'de, en',
  });
});

test('TRUE of a file of cookies is read without case', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pagemark-'));
  try {
    const cookieFile = path.join(dir, 'cookies.txt');
    writeFileSync(cookieFile, 'a.example\ttrue\t/\ttrue\t0\tsid\tsecret\n');
    const sentTo = (address: string) => ownFieldsOf(address, { cookieFile })?.(new URL(address));
    expect(sentTo('http://a.example/')).toEqual({});
    expect(sentTo('https://b.a.example/')).toEqual({ cookie: 'sid=secret' });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
