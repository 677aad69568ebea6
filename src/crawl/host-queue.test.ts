import { expect, test } from 'vitest';
import { createHostQueue } from './host-queue.ts';

test('createHostQueue hands out at most as many of a host as allowed, hosts in turn', () => {
  const urls = ['http://a/1', 'http://a/2', 'http://a/3', 'http://b/1', 'http://a:81/1'];
  const queue = createHostQueue(
    urls.map((url) => ({ url })),
    2,
  );
  const take = (isFree?: (url: string) => boolean) => queue.take(isFree)?.url;
  expect([take(), take((url) => !url.endsWith('b/1')), take(), take()]).toEqual([
    'http://a/1',
    'http://a:81/1',
    'http://b/1',
    'http://a/2',
  ]);
  expect(take()).toBeUndefined();
  queue.done('http://b/1');
  expect(take()).toBeUndefined();
  queue.done('http://a/1');
  expect(take()).toBe('http://a/3');
  expect(take()).toBeUndefined();
});
