import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUtf8, utf8Length } from './written-document.ts';

test('a text has as many bytes as its encoder writes, by the count of the platform and by our own', () => {
  const encoder = new TextEncoder();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { length } = encoder.encode(text);
      expect([utf8Length(text), countUtf8(text)]).toEqual([length, length]);
    }),
  );
  // Halves of pairs become U+FFFD.
  for (const text of ['\ud800', '\udc00\ud83d', 'a\ud83d', '\ud83d\ude00'])
    expect([utf8Length(text), countUtf8(text)]).toEqual(Array(2).fill(encoder.encode(text).length));
});
