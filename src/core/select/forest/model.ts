import { HashVocabulary, type Vocabulary } from '../features/vocabulary.ts';
import { FeatureRanks } from './feature-ranks.ts';
import { type Forest, TREE_DEPTH } from './forest.ts';
import { ForestScorer } from './forest-scorer.ts';
import { WEIGHTS } from './weights.table.ts';

/** Everything that was learnt. Made by `npm run train`; see decisions for how. */
export interface ExtractionModel {
  readonly vocabulary: Vocabulary;
  /** Forests of the first reading; their scores are averaged. */
  readonly first: ForestScorer;
  /** Forests of the second reading, which also sees what the first one says of a block's surroundings; of the same ranks. */
  readonly second: ForestScorer;
}

/** Marks the byte layout; a model of another layout is a build error, not a page's. */
const FORMAT = 2;

/** Reads little-endian numbers one after the other. */
class Reader {
  readonly #buffer: ArrayBuffer;
  #at = 0;

  constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  int32(): number {
    return this.int32s(1)[0]!;
  }

  int32s(count: number): Int32Array {
    return new Int32Array(this.#copy(count * 4));
  }

  int16s(count: number): Int16Array {
    return new Int16Array(this.#copy(count * 2));
  }

  int8s(count: number): Int8Array {
    return new Int8Array(this.#copy(count));
  }

  /** A copy is aligned whatever lies before it. Every platform that runs this stores numbers as the format does. */
  #copy(bytes: number): ArrayBuffer {
    this.#at += bytes;
    return this.#buffer.slice(this.#at - bytes, this.#at);
  }
}

/**
 * Decodes a model from base64: format, vocabulary (count, hashes, scores), and for both readings the number of
 * forests, and for each its base, number of trees, features, thresholds and leaves. Throws when the layout is another one.
 */
export function decodeModel(base64: string): ExtractionModel {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const reader = new Reader(bytes.buffer);
  const format = reader.int32();
  if (format !== FORMAT) throw new Error(`Run npm run train: model format is ${format}, want ${FORMAT}`);
  const size = reader.int32();
  const hashes = reader.int32s(size);
  const vocabulary = new HashVocabulary(hashes, reader.int8s(size));
  const [first, second] = [readForests(reader), readForests(reader)];
  const ranks = new FeatureRanks([...first, ...second]);
  return { vocabulary, first: new ForestScorer(first, ranks), second: new ForestScorer(second, ranks) };
}

function readForests(reader: Reader): Forest[] {
  const forests: Forest[] = [];
  for (let left = reader.int32(); left > 0; left--) {
    const base = reader.int32();
    const trees = reader.int32();
    const features = new Uint16Array(reader.int16s(trees * TREE_DEPTH));
    const thresholds = reader.int16s(trees * TREE_DEPTH);
    forests.push({ base, features, thresholds, leaves: reader.int16s(trees << TREE_DEPTH) });
  }
  return forests;
}

/** Encodes a model as `decodeModel` reads it, without base64. */
export function encodeModel(
  words: { readonly hashes: Int32Array; readonly scores: Int8Array },
  first: readonly Forest[],
  second: readonly Forest[],
): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number, width: 1 | 2 | 4): void => {
    for (let shift = 0; shift < width * 8; shift += 8) bytes.push((value >> shift) & 255);
  };
  put(FORMAT, 4);
  put(words.hashes.length, 4);
  for (const hash of words.hashes) put(hash, 4);
  for (const score of words.scores) put(score, 1);
  for (const forests of [first, second]) {
    put(forests.length, 4);
    for (const forest of forests) {
      put(forest.base, 4);
      put(forest.features.length / TREE_DEPTH, 4);
      for (const part of [forest.features, forest.thresholds, forest.leaves])
        for (const value of part) put(value, 2);
    }
  }
  return Uint8Array.from(bytes);
}

let shipped: ExtractionModel | null = null;

/** The model that ships, decoded at first use. */
export function shippedModel(): ExtractionModel {
  shipped ??= decodeModel(WEIGHTS);
  return shipped;
}
