import { describe, expect, it } from 'vitest';
import { MAX_ADDRESS_BYTES, resolveMedia, resolveUrl } from './urls.ts';

const BASE = 'https://example.com/a/b';

describe('resolveUrl', () => {
  it.each([
    ['https://x.example', 'https://x.example'],
    ['https://x.example/é', 'https://x.example/%C3%A9'],
    ['//x.example/y', 'https://x.example/y'],
    ['c?d=1#e', 'https://example.com/a/c?d=1#e'],
    [' /with space ', 'https://example.com/with%20space'],
    ['ht\ntps://x.example/', 'https://x.example/'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['HTTP://X.example/', 'http://x.example/'],
  ])('makes %j absolute', (raw, url) => {
    expect(resolveUrl(raw, BASE)).toBe(url);
  });

  it.each([
    '',
    '  ',
    'javascript:x',
    'java\tscript:x',
    'data:text/html,x',
    'file:///etc',
    'tel:1',
    'http://[',
  ])('has no link for %j', (raw) => {
    expect(resolveUrl(raw, BASE)).toBeNull();
  });

  it.each([
    '/a/b.html?c=d&e#f',
    '/a/../b',
    '/a/%2E%2e/b',
    '/a//b/.c',
    "/a?b='c'",
    '/a^b|c{d}',
    '/a?b^c',
    '/a#b`c',
    '/\\\\a',
  ])('resolves %j as a URL parser does', (raw) => {
    for (const base of [BASE, 'https://EXAMPLE.com:443/', 'https://127.1/', 'https://xn--bcher-kva.example'])
      expect(resolveUrl(raw, base)).toBe(new URL(raw, base).href);
  });

  it('has no link for an address that is longer than 4 KiB once it is absolute', () => {
    const [origin, limit] = ['https://example.com/', MAX_ADDRESS_BYTES];
    const path = 'a'.repeat(limit - origin.length);
    expect(resolveUrl(`/${path}`, BASE)).toHaveLength(limit);
    expect(resolveUrl(`/${path}a`, BASE)).toBeNull();
    expect(resolveUrl(`${origin}${path}a`, '')).toBeNull();
    expect(resolveUrl('b', `${origin}${path}/`)).toBeNull();
    expect(resolveUrl('/b', `${origin}${path}/`)).toBe('https://example.com/b');
  });

  it('keeps a relative address when there is no base', () => {
    expect(resolveUrl('/x', '')).toBe('/x');
  });
});

describe('resolveMedia', () => {
  it('has no image for a mail address', () => {
    expect(resolveMedia('mailto:a@b.example', BASE)).toBeNull();
  });
});
