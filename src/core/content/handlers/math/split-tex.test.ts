import { describe, expect, it } from 'vitest';
import { splitTex } from './split-tex.ts';

describe('splitTex', () => {
  it('splits at every default delimiter', () => {
    expect(splitTex('a \\(x\\) b $$y$$ c \\[z\\]')).toEqual([
      'a ',
      { latex: 'x', display: false },
      ' b ',
      { latex: 'y', display: true },
      ' c ',
      { latex: 'z', display: true },
    ]);
  });

  it.each(['costs $5 and $6', 'a \\( b', 'US$$', 'plain'])('finds no formula in %j', (text) => {
    expect(splitTex(text)).toBeNull();
  });
});
