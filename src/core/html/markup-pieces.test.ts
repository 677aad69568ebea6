import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { describe, expect, it } from 'vitest';
import { decodeInSlices } from './markup-pieces.ts';

const PARTS = [
  '&amp;',
  '&nbsp',
  '&notit;',
  '&#38;',
  '&#x1F600;',
  '&&',
  '&',
  'a',
  ' ',
  '=',
  '&copy=',
  '&lt;p',
  '😀',
  ';',
];

/** Text of at least `length` code units, every part beside every other over the whole of it. */
function mixed(length: number): string {
  let text = '';
  for (let i = 1; text.length < length; i++) text += PARTS[(i * i + (i >> 3)) % PARTS.length];
  return text;
}

describe('decodeInSlices', () => {
  it.each([
    ['text', decodeHTML],
    ['attribute', decodeHTMLAttribute],
  ])('gives what the decoder gives for the whole (%s)', (_, decode) => {
    for (const length of [0, 10, 16_383, 16_384, 16_385, 16_390, 200_000]) {
      const text = mixed(length);
      expect(decodeInSlices(text, decode) === decode(text)).toBe(true);
    }
  });
});
