import { describe, expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

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
