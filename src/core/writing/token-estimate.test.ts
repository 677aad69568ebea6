import { expect, test } from 'vitest';
import { estimateTokens } from './token-estimate.ts';

test('estimateTokens counts words, scripts without blanks by character, and blanks for nothing', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('The quick brown fox')).toBe(4);
  expect(estimateTokens('internationalization')).toBe(4);
  expect(estimateTokens('你好世界')).toBe(4);
  expect(estimateTokens('------------')).toBe(3);
});
