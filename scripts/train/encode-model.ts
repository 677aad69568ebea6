import { type Forest, NO_FOREST, TREE_DEPTH } from '../../src/core/select/forest/forest.ts';
import { DIGIT_BITS, DIGITS, FORMAT, MORE } from '../../src/core/select/forest/model.ts';

/** Encodes a model as `decodeModel` reads it. */
export function encodeModel(
  words: { readonly hashes: Int32Array; readonly scores: Int8Array },
  first: Forest,
  second: Forest,
): string {
  let text = '';
  const put = (value: number): void => {
    let zigzag = ((value << 1) ^ (value >> 31)) >>> 0;
    for (; zigzag >= MORE; zigzag >>>= DIGIT_BITS) text += DIGITS[MORE + (zigzag & (MORE - 1))];
    text += DIGITS[zigzag];
  };
  put(FORMAT);
  put(words.hashes.length);
  let last = 0;
  for (const hash of words.hashes) {
    put(hash - last);
    last = hash;
  }
  for (const score of words.scores) put(score);
  for (const forest of [first, second]) {
    put(forest === NO_FOREST ? 0 : 1);
    if (forest === NO_FOREST) continue;
    const { base, features, thresholds, leaves } = forest;
    put(base);
    put(features.length / TREE_DEPTH);
    for (const part of [features, thresholds, leaves]) for (const value of part) put(value);
  }
  return text;
}
