import { HashTable } from '../../hash-table.ts';
import { lazy } from '../../lazy.ts';
import { FeatureRanks } from './feature-ranks.ts';
import { type Forest, NO_FOREST, TREE_DEPTH } from './forest.ts';
import { ForestScorer } from './forest-scorer.ts';
import { WEIGHTS } from './weights.table.ts';

/** Everything that was learnt. Made by `npm run train`; see decisions for how. */
export interface ExtractionModel {
  /** Scores of hashed names and words, −127 … 127: below 0 they speak against content, above 0 for it; 0 for unknown ones. */
  readonly vocabulary: HashTable;
  /** The forest of the first reading. */
  readonly first: ForestScorer;
  /** That of the second reading, which also sees what the first one says of a block's surroundings; of the same ranks. */
  readonly second: ForestScorer;
}

/** Marks the layout; a model of another layout is a build error, not a page's. */
export const FORMAT = 4;

/** Digits of 5 bits: of the first 32 each ends a number, of the others each says that more follow. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
export const DIGIT_BITS = 5;
export const MORE = 1 << DIGIT_BITS;

/**
 * Reads whole numbers of 32 bits one after the other: small ones are short (LEB128 of the zigzag form, in 5 bits). Whole digits a
 * number compress better than base64, in which a byte begins anywhere: 82 KB for 94 (brotli).
 */
class Reader {
  readonly #text: string;
  readonly #values = new Uint8Array(128);
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    for (let i = 0; i < DIGITS.length; i++) this.#values[DIGITS.charCodeAt(i)] = i;
  }

  number(): number {
    let zigzag = 0;
    for (let shift = 0; ; shift += DIGIT_BITS) {
      const digit = this.#values[this.#text.charCodeAt(this.#at++)]!;
      zigzag |= (digit & (MORE - 1)) << shift;
      if (digit < MORE) return (zigzag >>> 1) ^ -(zigzag & 1);
    }
  }

  /** Fills an array with as many. */
  fill<Numbers extends Int8Array | Int16Array | Uint16Array | Int32Array>(numbers: Numbers): Numbers {
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.number();
    return numbers;
  }
}

/**
 * Decodes a model: format, vocabulary (count, hashes as steps, scores), and for both readings whether there is a forest, and
 * of one its base, number of trees, features, thresholds and leaves, as `scripts/train/encode-model.ts` writes it. Throws when the
 * layout is another one.
 */
export function decodeModel(text: string): ExtractionModel {
  const reader = new Reader(text);
  const format = reader.number();
  if (format !== FORMAT) throw new Error(`Run npm run train: model format is ${format}, want ${FORMAT}`);
  const size = reader.number();
  let hash = 0;
  const hashes = reader.fill(new Int32Array(size)).map((step) => (hash += step));
  const vocabulary = HashTable.of(hashes, reader.fill(new Int8Array(size)));
  const [first, second] = [readForest(reader), readForest(reader)];
  const ranks = new FeatureRanks([first, second]);
  return { vocabulary, first: new ForestScorer(first, ranks), second: new ForestScorer(second, ranks) };
}

function readForest(reader: Reader): Forest {
  if (reader.number() === 0) return NO_FOREST;
  const base = reader.number();
  const trees = reader.number();
  const features = reader.fill(new Uint16Array(trees * TREE_DEPTH));
  const thresholds = reader.fill(new Int16Array(trees * TREE_DEPTH));
  return { base, features, thresholds, leaves: reader.fill(new Int16Array(trees << TREE_DEPTH)) };
}

/** The model that ships, decoded at first use. */
export const shippedModel = lazy(() => decodeModel(WEIGHTS));
