import { describe, expect, test } from 'vitest';
import { parseUrl, toUri } from './address.ts';

describe('parseUrl', () => {
  test('parses absolute and relative text, and nothing else', () => {
    expect(parseUrl('http://site.example/a')?.href).toBe('http://site.example/a');
    expect(parseUrl('../b', 'http://site.example/a/c')?.href).toBe('http://site.example/b');
    expect(parseUrl('/b', new URL('http://site.example/a'))?.href).toBe('http://site.example/b');
    expect(parseUrl('/b')).toBeUndefined();
    expect(parseUrl('http://')).toBeUndefined();
  });

  test('gives the same answer however often it is called', () => {
    const texts = [
      'http://bücher.example/',
      'http://site.example/café',
      'http://東.example/',
      'http://site.example/',
    ];
    const answers = new Set<string | undefined>();
    for (let round = 0; round < 30_000; round += 1) {
      for (const text of texts) answers.add(parseUrl(text)?.href);
    }
    expect([...answers]).toEqual([
      'http://xn--bcher-kva.example/',
      'http://site.example/caf%C3%A9',
      'http://xn--7rv.example/',
      'http://site.example/',
    ]);
  });
});

test.each([
  ['http://a.example/', 'http://a.example/'],
  ['http://[::1]:8080/a?b=%5B#c', 'http://[::1]:8080/a?b=%5B#c'],
  ['http://a.example/x|y?ids[]=1&q={^}', 'http://a.example/x%7Cy?ids%5B%5D=1&q=%7B%5E%7D'],
  ['http://a.example/%zz%2?%', 'http://a.example/%25zz%252?%25'],
  ['http://a.example/#a#b`', 'http://a.example/#a%23b%60'],
  ['', ''],
])('toUri of %s is %s', (url, uri) => {
  expect(toUri(url)).toBe(uri);
  expect(toUri(uri)).toBe(uri);
});
