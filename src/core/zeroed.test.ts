import { expect, test } from 'vitest';
import { float64s, int16s, int32s, uint8s } from './zeroed.ts';

const KINDS = [uint8s, int16s, int32s, float64s] as const;

test.each([0, 1, 3, 17, 1000, 8192, 20_000, 70_000])(
  'arrays of %i entries are zero and have no entry in common',
  (length) => {
    const arrays = Array.from({ length: 40 }, (_, i) => KINDS[i % KINDS.length]!(length));
    for (const [i, array] of arrays.entries()) {
      expect(array.length).toBe(length);
      expect(array.every((value) => value === 0)).toBe(true);
      array.fill(i + 1);
    }
    for (const [i, array] of arrays.entries()) expect(array.every((value) => value === i + 1)).toBe(true);
  },
);

test('small arrays share memory, large ones have their own', () => {
  expect(new Set(Array.from({ length: 20 }, () => int32s(20).buffer)).size).toBeLessThan(3);
  expect(new Set(Array.from({ length: 20 }, () => int32s(5000).buffer)).size).toBe(20);
});
