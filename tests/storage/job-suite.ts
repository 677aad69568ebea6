import { describe, expect, test } from 'vitest';
import { JOB_KEPT_MS, JOB_WORK_MS, type JobPage } from '../../src/storage/job-store.ts';
import type { Stores } from '../../src/storage/ports.ts';
import type { ManualClock } from './store-suite.ts';

const BOUNDS = { jobsInWork: 2, jobBytes: 100_000, subjectBytes: 400_000 };
const ALL = { skip: 0, limit: 100, mostBytes: 1_000_000 };
const MORE = { total: 3, spare: 0, jobBytes: BOUNDS.jobBytes, subjectBytes: BOUNDS.subjectBytes };

/** What every adapter does with jobs of many pages. */
export function jobTests(store: () => Stores, clock: ManualClock): void {
  const add = async (id: string, keyId = 'key_1', bounds = BOUNDS, subject = keyId) => {
    const job = { id, keyId, subject, kind: 'batch', request: '{"a":1}', total: 3 } as const;
    return (await store().jobs.add(job, bounds))?.why ?? 'added';
  };
  const idle = async () => (await store().jobs.idle(9)).map(({ id }) => id);
  const page = (name: string, state: JobPage['state'], body = `"${name}"`): JobPage => {
    return { name, url: `https://a.example/${name}`, state, body, trail: `t${name}` };
  };

  describe('jobs', () => {
    test('pages end once, by the process that is at the job, and are told in the order of their ends', async () => {
      const { jobs } = store();
      expect(await add('one')).toBe('added');
      expect(await jobs.finish('none', 'me', page('0', 'done'), MORE)).toBe('lost');
      expect(await jobs.claim('one', 'me', 1000)).toMatchObject({ id: 'one', kind: 'batch', isOver: false });
      expect(await jobs.requestOf('one')).toBe('{"a":1}');
      expect(await jobs.finish('one', 'me', page('2', 'done', '"ü"'), MORE)).toBe('kept');
      expect(await jobs.finish('one', 'me', page('0', 'failed'), MORE)).toBe('kept');
      expect(await jobs.finish('one', 'me', page('0', 'done', '"again"'), MORE)).toBe('kept');
      expect(await jobs.finish('one', 'you', page('0', 'done'), MORE)).toBe('lost');
      expect(await jobs.finish('one', 'me', page('1', 'left'), { ...MORE, total: 2 })).toBe('kept');
      expect(await jobs.finish('one', 'me', page('3', 'done'), { ...MORE, jobBytes: 66_000 })).toBe('full');
      expect(await jobs.find('one', 'key_1')).toMatchObject({
        ...{ status: 'scraping', total: 2, done: 1, failed: 1, left: 1, note: '' },
        startedAtMs: clock.ms,
      });
      expect(await jobs.pages('one', 0, 10)).toEqual([
        { seq: 1, name: '2', url: 'https://a.example/2', state: 'done', trail: 't2' },
        { seq: 2, name: '0', url: 'https://a.example/0', state: 'failed', trail: 't0' },
        { seq: 3, name: '1', url: 'https://a.example/1', state: 'left', trail: 't1' },
      ]);
      expect((await jobs.pages('one', 1, 1)).map(({ name }) => name)).toEqual(['0']);
      expect(await jobs.bodies('one', 'done', ALL)).toMatchObject([{ body: '"ü"', atMs: clock.ms }]);
      await jobs.finish('one', 'me', page('4', 'done'), MORE);
      expect(await jobs.bodies('one', 'done', { ...ALL, mostBytes: 1 })).toHaveLength(1);
      expect(await jobs.bodies('one', 'done', { ...ALL, skip: 1 })).toMatchObject([{ body: '"4"' }]);
    });

    test('a process has a job until it lets go or is silent for too long', async () => {
      const { jobs } = store();
      await add('one');
      expect(await idle()).toEqual(['one']);
      expect(await jobs.claim('one', 'me', 1000)).not.toBeNull();
      expect([await idle(), await jobs.claim('one', 'you', 1000)]).toEqual([[], null]);
      clock.ms += 900;
      expect(await jobs.claim('one', 'me', 1000)).not.toBeNull();
      clock.ms += 999;
      expect(await jobs.claim('one', 'you', 1000)).toBeNull();
      clock.ms += 1;
      expect(await idle()).toEqual(['one']);
      // Nobody took it: what was begun may end.
      expect(await jobs.finish('one', 'me', page('0', 'done'), MORE)).toBe('kept');
      expect(await jobs.claim('one', 'you', 1000)).toMatchObject({ deaths: 1 });
      // What was counted is kept, whoever is at the job by now, and once.
      expect(await jobs.finish('one', 'me', page('1', 'done'), MORE)).toBe('lost');
      expect(await jobs.finish('one', 'you', page('1', 'done', '"again"'), MORE)).toBe('kept');
      expect(await jobs.bodies('one', 'done', ALL)).toMatchObject([{ body: '"0"' }, { body: '"1"' }]);
      await jobs.release('one', 'me');
      expect(await jobs.claim('one', 'me', 1000)).toBeNull();
      await jobs.release('one', 'you', 499.5);
      expect([await idle(), await jobs.claim('one', 'me', 1000)]).toEqual([[], null]);
      clock.ms += 500;
      expect(await jobs.claim('one', 'me', 1000)).toMatchObject({ deaths: 0, isOver: false });
      clock.ms += JOB_WORK_MS;
      expect(await jobs.claim('one', 'me', 1000)).toMatchObject({ isOver: true });
    });

    test('a job is of its key alone, and ends once; what was begun is kept, and all for a while', async () => {
      const { jobs } = store();
      await add('one');
      await jobs.claim('one', 'me', 1000);
      expect(await jobs.find('one', 'key_2')).toBeNull();
      expect([await jobs.inWork('key_2'), await jobs.inWork('key_1')]).toMatchObject([[], [{ id: 'one' }]]);
      expect(await jobs.end('one', 'completed', 'x', 'you')).toBe(false);
      expect(await jobs.end('one', 'cancelled', 'x')).toBe(true);
      expect(await jobs.end('one', 'completed', 'y', 'me')).toBe(false);
      expect(await jobs.claim('one', 'me', 1000)).toBeNull();
      expect(await jobs.finish('one', 'me', page('0', 'done'), MORE)).toBe('kept');
      expect(await jobs.find('one', 'key_1')).toMatchObject({ status: 'cancelled', note: 'x', done: 1 });
      expect([await jobs.inWork('key_1'), await idle()]).toEqual([[], []]);
      clock.ms += JOB_KEPT_MS - 1;
      await store().sweep(400);
      expect(await jobs.bodies('one', 'done', ALL)).toHaveLength(1);
      clock.ms += 1;
      expect(await jobs.find('one', 'key_1')).toBeNull();
      // The same id anew, ahead of the sweep.
      expect(await add('one')).toBe('added');
      expect(await jobs.find('one', 'key_1')).toMatchObject({ status: 'scraping', done: 0 });
      expect(await jobs.bodies('one', 'done', ALL)).toEqual([]);
      await jobs.end('one', 'cancelled', 'x');
      clock.ms += JOB_KEPT_MS;
      await store().sweep(400);
      expect(await add('one')).toBe('added');
    });

    test('what a key kept is forgotten, and no page of it is begun', async () => {
      const { jobs } = store();
      await add('one');
      await add('two');
      await jobs.claim('one', 'me', 1000);
      await jobs.finish('one', 'me', page('0', 'done'), MORE);
      await jobs.end('two', 'completed', '');
      await jobs.forget('key_1');
      expect([await jobs.find('one', 'key_1'), await jobs.find('two', 'key_1')]).toEqual([null, null]);
      expect(await jobs.claim('one', 'me', 1000)).toBeNull();
      await store().sweep(400);
      expect(await jobs.bodies('one', 'done', ALL)).toEqual([]);
    });

    test('of a key, or an account, there are so many, and so many bytes of all', async () => {
      const { jobs } = store();
      const added = await Promise.all(['one', 'two', 'three'].map((id) => add(id)));
      expect(added.toSorted()).toEqual(['added', 'added', 'too_many']);
      expect(await add('other', 'key_2')).toBe('added');
      expect(await add('fourth', 'key_9', BOUNDS, 'key_1')).toBe('too_many');
      await jobs.end('one', 'completed', '');
      await jobs.end('two', 'completed', '');
      await jobs.end('three', 'completed', '');
      // Each has 64 KiB and its request.
      const three = { ...BOUNDS, subjectBytes: 3 * 65_543 };
      expect(await add('four', 'key_1', three)).toBe('added');
      expect(await add('five', 'key_1', three)).toBe('subject_full');
      const full = await jobs.add(
        { id: 'six', keyId: 'key_1', subject: 'key_1', kind: 'crawl', request: '', total: 1 },
        three,
      );
      expect(full).toEqual({ why: 'subject_full', retryAfterMs: JOB_KEPT_MS });
      expect(await jobs.finish('four', '', page('0', 'done'), { ...MORE, ...three })).toBe('full');
      expect(await jobs.finish('four', '', page('0', 'done'), MORE)).toBe('kept');
    });
  });
}
