import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { utf8Length } from './written-document.ts';

test('a text has as many bytes as its encoder writes, where the platform counts them and where it does not', () => {
  const encoder = new TextEncoder();
  const lengths = (text: string) => {
    const counted = utf8Length(text);
    vi.stubGlobal('Buffer', undefined);
    const written = utf8Length(text);
    vi.unstubAllGlobals();
    return [counted, written];
  };
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { length } = encoder.encode(text);
      expect(lengths(text)).toEqual([length, length]);
    }),
  );
  // Halves of pairs become U+FFFD.
  for (const text of ['\ud800', '\udc00\ud83d', 'a\ud83d', '\ud83d\ude00'])
    expect(lengths(text)).toEqual(Array(2).fill(encoder.encode(text).length));
});
