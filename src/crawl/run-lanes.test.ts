import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import { runLanes } from './run-lanes.ts';

test('what is thrown is thrown when all that was under way has ended, and nothing more is taken', async () => {
  const ended: number[] = [];
  let next = 0;
  const lanes = runLanes({
    take: () => {
      if (next === 2) throw new Error('over');
      return ++next;
    },
    visit: async (target: number) => {
      await sleep(20 * target);
      ended.push(target);
    },
    stop: new AbortController().signal,
    lanes: () => 3,
  });
  await expect(lanes).rejects.toThrow('over');
  expect([ended, next]).toEqual([[1, 2], 2]);
});

test.each([
  ['its reason', 'enough', 'ends'],
  ['a wait that it ended', new DOMException('over', 'AbortError'), 'ends'],
  ['a fault of a site', fail('fetch_timeout', 'Retry.'), 'ends'],
  ['a fault of the disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), 'full'],
])('work that was stopped meanwhile, and throws %s', async (_, thrown, how) => {
  const stop = new AbortController();
  const visit = async () => {
    stop.abort('enough');
    throw thrown;
  };
  const lanes = runLanes({ take: () => 1, visit, stop: stop.signal, lanes: () => 2 });
  expect(
    await lanes.then(
      () => 'ends',
      ({ message }: Error) => message,
    ),
  ).toBe(how);
});

test('has no more lanes at a time than there are now', async () => {
  let [most, next, underWay, mostUnderWay] = [1, 0, 0, 0];
  await runLanes({
    take: () => (next < 6 ? ++next : undefined),
    visit: async () => {
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      if (next === 3) {
        expect(mostUnderWay).toBe(1);
        most = 2;
      }
    },
    stop: new AbortController().signal,
    lanes: () => most,
  });
  expect([next, mostUnderWay]).toEqual([6, 2]);
});

test('a target is taken that one led to which ended while none was there', async () => {
  const visited: string[] = [];
  const waiting = ['first'];
  let end = () => {};
  await runLanes({
    async take() {
      const next = waiting.shift();
      if (next === undefined) end();
      // What has ended by now is seen by the next take.
      await new Promise((resolve) => setImmediate(resolve));
      return next;
    },
    async visit(target) {
      visited.push(target);
      if (target === 'led') return;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      waiting.push('led');
    },
    stop: new AbortController().signal,
    lanes: () => 2,
  });
  expect(visited).toEqual(['first', 'led']);
});
