import { expect, test } from 'vitest';
import { createHostQueue } from './host-queue.ts';

test('createHostQueue hands out what is of a free host, hosts in turn', () => {
  const urls = ['http://a/1', 'http://a/2', 'http://www.a/3', 'http://b/1', 'http://a:81/1'];
  const take = createHostQueue(urls.map((url) => ({ url })));
  const next = (isFree?: (url: string) => boolean) => take(isFree)?.url;
  expect([next(), next((url) => !url.endsWith('b/1')), next(), next()]).toEqual([
    'http://a/1',
    'http://a:81/1',
    'http://b/1',
    'http://a/2',
  ]);
  expect(next(() => false)).toBeUndefined();
  expect([next(), next()]).toEqual(['http://www.a/3', undefined]);
});
