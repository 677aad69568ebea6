import type { Job, Queue } from 'bullmq';
import { expect, test } from 'vitest';
import { jobsOf } from './shared-queue.ts';

test('a job that moves to the next page while pages are read is given once', async () => {
  const jobs = Array.from({ length: 1500 }, (_, i) => ({ id: String(i) }) as Job);
  const getJobs = (async (_: unknown, from: number, to: number) => {
    const page = jobs.slice(from, to + 1);
    jobs.unshift({ id: `new-${from}` } as Job);
    return page;
  }) as Queue['getJobs'];
  const ids: string[] = [];
  for await (const { id } of jobsOf({ getJobs }, ['completed'])) ids.push(id!);
  expect(ids).toHaveLength(1500);
  expect(new Set(ids).size).toBe(1500);
});
