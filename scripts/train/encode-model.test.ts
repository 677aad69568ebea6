import { expect, test } from 'vitest';
import { type Forest, NO_FOREST, TREE_DEPTH } from '../../src/core/select/forest/forest.ts';
import { decodeModel } from '../../src/core/select/forest/model.ts';
import { encodeModel } from './encode-model.ts';

const WORDS = { hashes: Int32Array.of(-5, 7), scores: Int8Array.of(-12, 99) };

/** A forest of one tree whose numbers are all of a kind, the first ones large. */
function forest(value: number): Forest {
  const leaves = new Int16Array(1 << TREE_DEPTH).fill(value);
  leaves[0] = -32_768;
  const features = new Uint16Array(TREE_DEPTH).fill(Math.abs(value));
  return { base: value, features, thresholds: new Int16Array(TREE_DEPTH).fill(32_767), leaves };
}
const [FIRST, SECOND] = [forest(-4000), forest(31)];

test('decodeModel reads back what encodeModel wrote', () => {
  const model = decodeModel(encodeModel(WORDS, FIRST, SECOND));
  expect([model.first.forest, model.second.forest]).toEqual([FIRST, SECOND]);
  expect([-5, 7, 8].map((hash) => model.vocabulary.get(hash))).toEqual([-12, 99, 0]);
});

test('decodeModel refuses another layout and says what to do', () => {
  const text = encodeModel(WORDS, FIRST, NO_FOREST);
  expect(() => decodeModel(`B${text.slice(1)}`)).toThrow('npm run train');
});
