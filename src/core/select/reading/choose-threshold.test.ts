import { expect, test } from 'vitest';
import { expectedBest } from './choose-threshold.ts';

/** Probabilities in 1/4096. */
const probabilities = (...shares: readonly number[]): number[] =>
  shares.map((share) => Math.round(share * 4096));

test('much that is unsure below a sure body goes', () => {
  const { threshold } = expectedBest(probabilities(0.98, 0.3), [100, 2000]);
  expect(threshold).toBeGreaterThan(0.3 * 4096);
});

test('what is unsure stays where nothing is surer', () => {
  const { threshold } = expectedBest(probabilities(0.3, 0.02), [2000, 2000]);
  expect(threshold).toBeLessThanOrEqual(0.3 * 4096);
  expect(threshold).toBeGreaterThan(0.02 * 4096);
});

test('a little that is rather sure stays beside what is sure', () => {
  expect(expectedBest(probabilities(0.98, 0.6), [500, 30]).threshold).toBeLessThanOrEqual(0.6 * 4096);
});

test('a clear page promises more than one that is hard to read', () => {
  const clear = expectedBest(probabilities(0.99, 0.01), [300, 300]);
  const unclear = expectedBest(probabilities(0.6, 0.5), [300, 300]);
  expect(clear.quality).toBeGreaterThan(0.9 * 256);
  expect(unclear.quality).toBeLessThan(clear.quality);
});

test('the order of blocks does not matter, nor does a page without any', () => {
  const shares = probabilities(0.9, 0.2, 0.7, 0.4);
  const words = [40, 300, 80, 120];
  expect(expectedBest([...shares].reverse(), [...words].reverse())).toEqual(expectedBest(shares, words));
  expect(expectedBest([], []).quality).toBe(0);
});
