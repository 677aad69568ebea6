import { describe, expect, test } from 'vitest';
import { ChainCookies } from './chain-cookies.ts';
import { readHeaders } from './response-head.ts';
import { parseTargetUrl } from './target-url.ts';

const setting = (...fields: string[]) =>
  readHeaders(fields.flatMap((field) => ['Set-Cookie', Buffer.from(field).toString('latin1')]));

/** What goes to `to` after `from` has set `fields`. */
async function sent(
  fields: readonly string[],
  to = 'https://site.example/b',
  from = 'https://site.example/a',
) {
  const cookies = new ChainCookies();
  await cookies.keep(parseTargetUrl(from), setting(...fields));
  return cookies.addTo({}, parseTargetUrl(to)).cookie;
}

describe('ChainCookies', () => {
  test.each([
    [['a=1'], 'a=1'],
    [['a=1; Path=/; HttpOnly; SameSite=Lax'], 'a=1'],
    [['a=1', 'b=2'], 'a=1; b=2'],
    [['a=1', 'a=2'], 'a=2'],
    [['a=1', 'a=; Max-Age=0'], undefined],
    [['a=1', 'a=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], undefined],
    [['a='], 'a='],
    [['a=b=c'], 'a=b=c'],
    [['a'], undefined],
    [['=1'], undefined],
    [[''], undefined],
    [['a=1\x01'], undefined],
    [['a=é'], undefined],
    [[`a=${'x'.repeat(5_000)}`], undefined],
    [['a=1; Secure'], 'a=1'],
  ])('after %j sends %j', async (fields, expected) => {
    expect(await sent(fields)).toBe(expected);
  });

  test('sends a cookie without a domain to the host that set it and to no other', async () => {
    expect(await sent(['a=1'], 'https://www.site.example/')).toBeUndefined();
    expect(await sent(['a=1; Domain='], 'https://www.site.example/')).toBeUndefined();
  });

  test.each([
    ['www.site.example', 'site.example', 'site.example'],
    ['www.site.example', '.site.example', 'login.site.example'],
    ['site.example', 'SITE.example', 'www.site.example'],
    ['a.b.site.co.uk', 'site.co.uk', 'c.site.co.uk'],
    ['a.b.site.co.uk', 'b.site.co.uk', 'x.b.site.co.uk'],
    ['one.github.io', 'one.github.io', 'www.one.github.io'],
    ['localhost', 'localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ])('sends a cookie of %s for %s to %s', async (from, domain, to) => {
    expect(await sent([`a=1; Domain=${domain}`], `https://${to}/`, `https://${from}/`)).toBe('a=1');
  });

  test.each([
    ['another site', 'www.site.example', 'site.example', 'site.example.org'],
    ['a name that ends alike', 'site.example', 'site.example', 'my-site.example'],
    ['a sibling of the domain that is named', 'a.b.site.co.uk', 'b.site.co.uk', 'c.site.co.uk'],
    ['all below a registry', 'site.co.uk', 'co.uk', 'other.co.uk'],
    ['all of a hoster', 'one.github.io', 'github.io', 'two.github.io'],
    ['all below a top-level domain', 'site.example', '.example', 'other.example'],
    ['a domain below the host', 'site.example', 'www.site.example', 'www.site.example'],
    ['another host that it names', 'site.example', 'other.example', 'other.example'],
    ['the host itself, for another one', 'site.example', 'other.example', 'site.example'],
    ['what an address is a part of', '127.0.0.1', '0.0.1', '127.0.0.1'],
  ])('sends no cookie to %s', async (_, from, domain, to) => {
    expect(await sent([`a=1; Domain=${domain}`], `https://${to}/`, `https://${from}/`)).toBeUndefined();
  });

  test('sends and takes Secure cookies over TLS only', async () => {
    expect(await sent(['a=1; secure', 'b=2'], 'http://site.example/')).toBe('b=2');
    expect(await sent(['a=1; Secure'], 'https://site.example/', 'http://site.example/')).toBeUndefined();
  });

  test('keeps no more than fifty', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `c${at}=1`);
    expect((await sent(many))?.split('; ')).toHaveLength(50);
  });
});
