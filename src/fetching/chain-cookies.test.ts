import { describe, expect, test } from 'vitest';
import { RedirectCookies } from './follow-redirects.ts';
import { readHeaders } from './response-head.ts';
import { parseTargetUrl } from './target-url.ts';

const setting = (...fields: string[]) =>
  readHeaders(fields.flatMap((field) => [Buffer.from('Set-Cookie'), Buffer.from(field)]));

/** What goes to `to` after `from` has set `fields`. */
function sent(fields: readonly string[], to = 'https://site.example/b', from = 'https://site.example/a') {
  const cookies = new RedirectCookies();
  cookies.keep(parseTargetUrl(from), setting(...fields));
  return cookies.addTo({}, parseTargetUrl(to)).cookie;
}

describe('RedirectCookies', () => {
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
  ])('after %j sends %j', (fields, expected) => {
    expect(sent(fields)).toBe(expected);
  });

  test('sends a cookie to the host that set it and to no other', () => {
    expect(sent(['a=1; Domain=.example'], 'https://other.example/')).toBeUndefined();
    expect(sent(['a=1; Domain=site.example'], 'https://www.site.example/')).toBeUndefined();
  });

  test('sends and takes Secure cookies over TLS only', () => {
    expect(sent(['a=1; secure', 'b=2'], 'http://site.example/')).toBe('b=2');
    expect(sent(['a=1; Secure'], 'https://site.example/', 'http://site.example/')).toBeUndefined();
  });

  test('keeps no more than fifty', () => {
    const many = Array.from({ length: 200 }, (_, at) => `c${at}=1`);
    expect(sent(many)?.split('; ')).toHaveLength(50);
  });
});
