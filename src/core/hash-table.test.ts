import { describe, expect, test } from 'vitest';
import { computedMs } from '../../tests/support/machine-speed.ts';
import { HashTable, numberAlike } from './hash-table.ts';

describe('HashTable', () => {
  test('has the last number of each hash, and 0 for others', () => {
    const table = new HashTable(200);
    for (let k = 0; k < 200; k++) table.set(Math.imul(k, -0x10000), (k % 100) + 1);
    for (let k = 0; k < 200; k++) expect(table.get(Math.imul(k, -0x10000))).toBe((k % 100) + 1);
    table.set(0, -127);
    expect([table.get(0), table.get(7), table.size]).toEqual([-127, 0, 200]);
  });

  test('holds nothing when it is new, whatever it is for', () => {
    expect([0, 1, -1].map((hash) => new HashTable(0).get(hash))).toEqual([0, 0, 0]);
  });
});

test('numberAlike gives equal hashes one number, in the order of the first of each', () => {
  expect([...numberAlike([7, -1, 7, 0, -1, 0, 3])]).toEqual([0, 1, 0, 2, 1, 2, 3]);
});

test('hashes that are alike in their lower bits cost as little as any', () => {
  const count = 32_768;
  const timeOf = (hashes: readonly number[]): number => {
    const startedAt = computedMs();
    expect(numberAlike(hashes).at(-1)).toBe(count - 1);
    return computedMs() - startedAt;
  };
  const spread = Array.from({ length: count }, (_, k) => Math.imul(k, 0x9e3779b1) | 0);
  const alike = Array.from({ length: count }, (_, k) => (k << 17) | (k >> 15));
  timeOf(spread);
  expect(timeOf(alike)).toBeLessThan(20 * timeOf(spread) + 50);
});
