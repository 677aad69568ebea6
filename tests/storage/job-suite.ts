import { describe, expect, test } from 'vitest';
import type { Stores } from '../../src/storage/ports.ts';
import type { ManualClock } from './store-suite.ts';

const HOUR = 3_600_000;
const ALL = { skip: 0, limit: 100, mostBytes: 1_000_000 };

/** What every adapter does with jobs of many pages. */
export function jobTests(store: () => Stores, clock: ManualClock): void {
  const add = (id: string, urls: readonly string[], ttlMs = HOUR) =>
    store().jobs.add({ id, keyId: 'key_1', options: '{"a":1}', ttlMs }, urls);

  describe('jobs', () => {
    test('pages end once, in any order, and are told by their place', async () => {
      const { jobs } = store();
      await add('one', ['a', 'b', 'c']);
      expect(await jobs.waiting('one')).toEqual(['a', 'b', 'c'].map((url, place) => ({ place, url })));
      await jobs.finish('one', 2, 'done', '"C"');
      await jobs.finish('one', 0, 'done', '"A"');
      await jobs.finish('one', 0, 'done', '"again"');
      await jobs.finish('one', 1, 'failed', '"B"');
      expect(await jobs.find('one', 'key_1')).toMatchObject({
        ...{ id: 'one', keyId: 'key_1', options: '{"a":1}', isCancelled: false },
        ...{ total: 3, done: 2, failed: 1, expiresAtMs: clock.ms + HOUR },
      });
      expect((await jobs.finished('one', 'done', ALL)).map(({ url, body }) => [url, body])).toEqual([
        ['a', '"A"'],
        ['c', '"C"'],
      ]);
      expect(await jobs.finished('one', 'done', { ...ALL, skip: 1 })).toHaveLength(1);
      expect(await jobs.finished('one', 'done', { ...ALL, mostBytes: 1 })).toHaveLength(1);
      expect(await jobs.finished('one', 'done', { ...ALL, skip: 2 })).toEqual([]);
      expect(await jobs.held('key_1')).toEqual({ unfinished: 0, bytes: 9 });
      expect(await jobs.waiting('one')).toEqual([]);
    });

    test('a job has one runner until that one lets go or is silent for too long', async () => {
      const { jobs } = store();
      await add('one', ['a']);
      expect(await jobs.claim('one', 'me', 1000)).toBe(true);
      expect(await jobs.claim('one', 'you', 1000)).toBe(false);
      clock.ms += 900;
      expect(await jobs.claim('one', 'me', 1000)).toBe(true);
      clock.ms += 999;
      expect(await jobs.claim('one', 'you', 1000)).toBe(false);
      clock.ms += 1;
      expect(await jobs.claim('one', 'you', 1000)).toBe(true);
      await jobs.release('one', 'me');
      expect(await jobs.claim('one', 'me', 1000)).toBe(false);
      await jobs.release('one', 'you');
      expect(await jobs.claim('one', 'me', 1000)).toBe(true);
    });

    test('a job is of its key alone, and none once it is over', async () => {
      const { jobs } = store();
      await add('one', ['a']);
      await add('two', ['a']);
      expect(await jobs.held('key_1')).toEqual({ unfinished: 2, bytes: 0 });
      expect(await jobs.find('one', 'key_2')).toBeNull();
      await jobs.cancel('one', 'key_2');
      expect(await jobs.find('one', 'key_1')).toMatchObject({ isCancelled: false });
      await jobs.cancel('one', 'key_1');
      expect(await jobs.find('one', 'key_1')).toMatchObject({ isCancelled: true });
      expect(await jobs.claim('one', 'me', 1000)).toBe(false);
      expect(await jobs.held('key_1')).toMatchObject({ unfinished: 1 });
      clock.ms += HOUR;
      expect(await jobs.find('two', 'key_1')).toBeNull();
      expect(await jobs.claim('two', 'me', 1000)).toBe(false);
      await store().sweep(400);
      expect(await jobs.waiting('two')).toEqual([]);
    });
  });
}
