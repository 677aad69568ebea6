import { describe, expect, test } from 'vitest';
import { ownPath, readTarget, requestOfTarget, routeOfTarget, TARGET_ROUTE } from './page-target.ts';

test.each([
  ['http://service.example/https://a.example/?x=1', '/https://a.example/?x=1'],
  ['HTTP://service.example:8787/v1/convert', '/v1/convert'],
  ['https://a.example/', '/'],
  ['/https://a.example/', '/https://a.example/'],
  ['http://service.example?/https://a.example/', 'http://service.example?/https://a.example/'],
  ['*', '*'],
])('%s is %s of ours', (sent, path) => expect(ownPath(sent)).toBe(path));

describe('routeOfTarget', () => {
  test.each([
    '/https://a.example/',
    '/http://a.example',
    '/HTTPS://a.example',
    '/https:/a.example/',
    '/https%3A%2F%2Fa.example',
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
  ])('%s is a path of ours', (path) => expect(routeOfTarget(path)).toBe(path));
});

describe('readTarget', () => {
  test.each([
    ['/https://a.example/b', 'https://a.example/b'],
    ['/https:/a.example/b', 'https://a.example/b'],
    ['/https://a.example', 'https://a.example'],
    ['/https://a.example/?', 'https://a.example/?'],
    ['/https://a.example/b?x=1&y=%2F+2&&z', 'https://a.example/b?x=1&y=%2F+2&&z'],
    ['/https://a.example/100%/b?q=50%', 'https://a.example/100%/b?q=50%'],
    ['/https://a.example/?u=http://b.example/?c=d', 'https://a.example/?u=http://b.example/?c=d'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fx%3D1', 'https://a.example/b?x=1'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fpagemark.links%3D1', 'https://a.example/b?pagemark.links=1'],
    ['/https%3A%2F%2Fa.example%2Fb%3Fx%3D1?y=2', 'https://a.example/b?x=1&y=2'],
    ['/https%3A%2F%2Fa.example%2Fb%23s%3F?y=2', 'https://a.example/b?y=2#s?'],
    ['/https://a.example/#!/route?x=1', 'https://a.example/#!/route?x=1'],
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

const URL = 'https://a.example/';
const read = (...options: [string, string][]) => requestOfTarget({ url: URL, options });

test('options take the types of their fields', () => {
  expect(
    read(
      ['response_format', 'text'],
      ['include_metadata', ''],
      ['strict', 'false'],
      ['frontmatter', '1'],
      ['max_tokens', '500'],
      ['exclude_selectors', '.ad'],
      ['exclude_selectors', 'p, li'],
      ['include_selectors', 'main'],
    ),
  ).toMatchObject({
    url: URL,
    response_format: 'text',
    include_metadata: true,
    strict: false,
    frontmatter: true,
    max_tokens: 500,
    exclude_selectors: ['.ad', 'p, li'],
    include_selectors: ['main'],
    links: 'inline',
  });
});

test.each([
  ['links', 'sideways', 'Set "links" to "inline", "reference" or "none"; it is "sideways".'],
  ['include_metadata', 'yes', 'Set "include_metadata" to true or false; it is "yes".'],
  ['max_tokens', '1e3', 'Set "max_tokens" to a'],
  ['max_tokens', '3', 'Set "max_tokens" to a number of at least 50; it is 3.'],
  ['colour', 'red', '"pagemark.colour" is none.'],
  ['html', '<p>', '"pagemark.html" is none.'],
  ['url', 'https://b.example/', '"pagemark.url" is none.'],
])('%s=%s is refused', (name, value, message) => {
  expect(() => read([name, value])).toThrow(message);
});

test('an option given twice that is no list is refused', () => {
  expect(() => read(['links', 'none'], ['links', 'inline'])).toThrow('Set "links"');
});
