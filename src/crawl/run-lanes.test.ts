import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runLanes } from './run-lanes.ts';

test('what is thrown is thrown when all that was under way has ended, and nothing more is taken', async () => {
  const ended: number[] = [];
  let next = 0;
  const lanes = runLanes(
    {
      take: () => {
        if (next === 2) throw new Error('over');
        return ++next;
      },
      visit: async (target: number) => {
        await sleep(20 * target);
        ended.push(target);
      },
      stop: new AbortController().signal,
    },
    3,
  );
  await expect(lanes).rejects.toThrow('over');
  expect([ended, next]).toEqual([[1, 2], 2]);
});
