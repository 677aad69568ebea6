import { expect, test } from 'vitest';
import { createHostQueue } from './run-local-batch.ts';

test('createHostQueue hands out at most as many of a host as allowed, hosts in turn', () => {
  const queue = createHostQueue(['http://a/1', 'http://a/2', 'http://a/3', 'http://b/1', 'http://a:81/1'], 2);
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
    'http://a/1',
    'http://b/1',
    'http://a:81/1',
    'http://a/2',
  ]);
  expect(queue.take()).toBeUndefined();
  expect(queue.left).toBe(1);
  queue.done('http://b/1');
  expect(queue.take()).toBeUndefined();
  queue.done('http://a/1');
  expect(queue.take()).toBe('http://a/3');
  expect([queue.take(), queue.left]).toEqual([undefined, 0]);
});
