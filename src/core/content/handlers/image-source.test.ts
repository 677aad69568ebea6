import { describe, expect, it } from 'vitest';
import { bestCandidate } from './image-source.ts';

const BASE = 'https://example.com/';

describe('bestCandidate', () => {
  it.each([
    ['/a.png 1x, /b.png 2x', 'https://example.com/b.png'],
    ['/b.png 900w, /a.png 300w', 'https://example.com/b.png'],
    ['/w_1,h_2/a.png 300w, /w_3,h_4/b.png 600w', 'https://example.com/w_3,h_4/b.png'],
    ['/a.png, /b.png 1.5x', 'https://example.com/b.png'],
    ['/only.png', 'https://example.com/only.png'],
    ['data:image/gif;base64,AA== 1x, /a.png 2x', 'https://example.com/a.png'],
  ])('takes the largest of %j', (srcset, url) => {
    expect(bestCandidate(srcset, BASE)).toBe(url);
  });

  it('has none for an empty set', () => {
    expect(bestCandidate(' , ', BASE)).toBeNull();
  });
});
