import { describe, expect, it } from 'vitest';
import { styleValue } from './styles.ts';

describe('styleValue', () => {
  it('reads a whole declaration, not a part of a longer name', () => {
    expect(styleValue('--footer-display: none; display : Block !important', 'display')).toBe('block');
    expect(styleValue('--footer-display: none', 'display')).toBe('');
  });
});
