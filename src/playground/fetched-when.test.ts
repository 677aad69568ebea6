import { expect, test } from 'vitest';
import { fetchedWhen } from './fetched-when.ts';

test('a page is fetched now where the fetch was part of the call, however long that took', () => {
  const said = [
    [0, 30],
    [6, 6120],
    [7, 6120],
    [16, 30],
    [600, 30],
    [7200, 30],
  ].map(([ageS, tookMs]) => fetchedWhen(ageS!, tookMs!));
  expect(said).toEqual([
    'fetched now',
    'fetched now',
    'fetched now',
    'fetched 16\u00a0s ago',
    'fetched 10\u00a0min ago',
    'fetched 2\u00a0h ago',
  ]);
});
