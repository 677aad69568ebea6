import { describe, expect, test } from 'vitest';
import { readTarget, routeOfTarget, TARGET_ROUTE } from './target-path.ts';

describe('routeOfTarget', () => {
  test.each([
    '/https://a.example/',
    '/http://a.example',
    '/HTTPS://a.example',
    '/https:/a.example/',
    '/https%3A%2F%2Fa.example',
    'http://service.example/https://a.example/',
    'HTTP://service.example:8787/https%3A%2F%2Fa.example',
  ])('%s is a target', (path) => expect(routeOfTarget(path)).toBe(TARGET_ROUTE));

  test.each([
    '/',
    '/v1/convert',
    '/https',
    '/https:',
    '/https://',
    '/httpsx://a',
    '/x/https://a.example/',
    '/?u=https://a/',
    'https://a.example/',
    'http://service.example/v1/convert?u=/https://a.example/',
    'http://service.example?/https://a.example/',
  ])('%s is a path of ours', (path) => expect(routeOfTarget(path)).toBe(path));
});

describe('readTarget', () => {
  test.each([
    ['/https://a.example/b', 'https://a.example/b'],
    ['/https:/a.example/b', 'https://a.example/b'],
    ['/https://a.example', 'https://a.example'],
    ['http://service.example/https://a.example/?x=1', 'https://a.example/?x=1'],
    ['/https://a.example/?', 'https://a.example/?'],
    ['/https://a.example/b?x=1&y=%2F+2&&z', 'https://a.example/b?x=1&y=%2F+2&&z'],
    ['/https://a.example/100%/b?q=50%', 'https://a.example/100%/b?q=50%'],
    ['/https://a.example/?u=http://b.example/?c=d', 'https://a.example/?u=http://b.example/?c=d'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fx%3D1', 'https://a.example/b?x=1'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fpagemark.links%3D1', 'https://a.example/b?pagemark.links=1'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fx%3D1?y=2', 'https://a.example/b?x=1&y=2'],
  ])('%s is %s without options', (path, url) => {
    expect(readTarget(path)).toEqual({ url, options: [] });
  });

  test('takes options out wherever they stand, and leaves the rest in its order', () => {
    expect(readTarget('/https://a.example/?pagemark.links=none&b=2&pagemark.scope=full&a=1')).toEqual({
      url: 'https://a.example/?b=2&a=1',
      options: [
        ['links', 'none'],
        ['scope', 'full'],
      ],
    });
    expect(readTarget('/https://a.example/?pagemark%2Elanguage=pt%2DBR&pagemark.frontmatter')).toEqual({
      url: 'https://a.example/',
      options: [
        ['language', 'pt-BR'],
        ['frontmatter', ''],
      ],
    });
  });

  test('an address that cannot be decoded, and none at all, are invalid_url', () => {
    expect(() => readTarget('/https%3A%2F%2Fa.example%2F%E0%A4%A')).toThrow('Percent-encode');
    expect(() => readTarget('/{url}')).toThrow('Put the address');
  });
});
