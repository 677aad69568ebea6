import { expect, test } from 'vitest';
import { ADVICE } from './advice.table.ts';

test('every reason has a title of its own and says what to do next', () => {
  const all = Object.values(ADVICE);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  for (const { title, next } of all) expect(next.length, title).toBeGreaterThan(10);
});
