import { expect, test } from 'vitest';
import { jobToLetGo } from './job-runner.ts';

/** Jobs by the letters of their keys, the oldest first, a second apart. */
const jobs = (keys: string) => [...keys].map((keyId, at) => ({ keyId, sinceMs: 1000 * at, at }));

test.each([
  ['nobody waits', 'aabb', '', 0, undefined],
  ['a key waits that has none, another two', 'aabb', 'c', 0, 0],
  ['a key waits that has one, another three', 'cbabb', 'ca', 0, 1],
  ['keys have as many but one', 'cbb', 'c', 0, undefined],
  ['keys have as many but one for more than ten minutes', 'cbb', 'c', 700_000, 1],
  ['keys have as many but one for so long, and another job began since', 'cbb', 'c', 601_500, undefined],
  ['a key waits that has as many as any, since long', 'aabb', 'ab', 700_000, undefined],
])('jobToLetGo where %s', (_, placed, waiting, nowMs, at) => {
  expect(jobToLetGo(jobs(placed), jobs(waiting), nowMs)?.at).toBe(at);
});

test('jobToLetGo has all keys have a place in the end, and then changes no more', () => {
  let placed = jobs('aaaabbbb');
  const waiting = jobs('cdefg');
  for (let turns = 0; ; turns++) {
    const gone = jobToLetGo(placed, waiting, 0);
    if (gone === undefined) break;
    expect(turns).toBeLessThan(9);
    placed = [...placed.filter((one) => one !== gone), { ...waiting.shift()!, sinceMs: 9000 }];
    waiting.push(gone);
  }
  expect(new Set(placed.map(({ keyId }) => keyId)).size).toBe(7);
});
