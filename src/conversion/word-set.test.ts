import { describe, expect, test } from 'vitest';
import { wordSet, wordsBeyond } from './word-set.ts';

describe('wordsBeyond', () => {
  test.each([
    ['the same words in another order and case', 'The weir, the lock', 'Lock the WEIR', 0],
    ['two words more', 'the weir and the lock', 'the weir', 2],
    ['nothing', '', 'the weir', 0],
    ['Chinese, by pairs of characters', '河流博物馆', '河流', 4],
  ])('counts words that the other lacks: %s', (_what, text, other, count) => {
    expect(wordsBeyond(wordSet(text), wordSet(other))).toBe(count);
  });

  test('compares the first 20,000 different words', () => {
    const long = Array.from({ length: 30_000 }, (_, i) => `w${i}`).join(' ');
    expect(wordSet(long).length).toBe(20_000);
  });
});
