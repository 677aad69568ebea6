import { unitAt } from '../unit-at.ts';

/**
 * Words of a text and the little that its characters tell, in one pass without regular expressions. A word is
 * a run of letters, digits and marks; in scripts written without spaces every character is one.
 */

/** What one text holds. Reused between calls: read it before the next scan. */
export interface WordCount {
  words: number;
  /** Clause punctuation: commas, stops, colons, quotation in any script. */
  punctuation: number;
  /** Sentence ends. */
  sentences: number;
  digits: number;
  /** Characters that are not white space. */
  chars: number;
  /** Last character that is not white space is a sentence end. */
  endsSentence: boolean;
  /** Hash of all words: equal for equal texts. */
  hash: number;
}

const SPACE = 0;
const OTHER = 1;
const LETTER = 2;
const DIGIT = 3;
const CAPITAL = 4;
const CLAUSE = 5;
const STOP = 6;
const IDEOGRAPH = 7;

const CLASS = new Uint8Array(65536).fill(LETTER);
const assign = (from: number, to: number, value: number): void => {
  CLASS.fill(value, from, to + 1);
};
assign(0x00, 0x20, SPACE);
assign(0x21, 0x2f, OTHER);
assign(0x30, 0x39, DIGIT);
assign(0x3a, 0x40, OTHER);
assign(0x41, 0x5a, CAPITAL);
assign(0x5b, 0x60, OTHER);
assign(0x7b, 0xa0, OTHER);
assign(0xa1, 0xbf, OTHER);
assign(0xd7, 0xd7, OTHER);
assign(0xf7, 0xf7, OTHER);
assign(0x2000, 0x206f, OTHER);
assign(0x20a0, 0x20cf, OTHER);
assign(0x2190, 0x2bff, OTHER);
assign(0x2e00, 0x2e7f, OTHER);
assign(0x3000, 0x303f, OTHER);
assign(0xe000, 0xf8ff, OTHER);
assign(0xfe30, 0xfe6f, OTHER);
assign(0xff00, 0xff0f, OTHER);
assign(0xff1a, 0xff20, OTHER);
assign(0xd800, 0xdfff, OTHER);
for (const code of [0x20, 0xa0, 0x2028, 0x2029, 0x3000, 0xfeff]) CLASS[code] = SPACE;
assign(0x2000, 0x200b, SPACE);
for (const [from, to] of [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3041, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xd840, 0xd888],
  [0xf900, 0xfaff],
] as const) {
  assign(from, to, IDEOGRAPH);
}
for (const sign of ',;:"()،؛、，；：“”‘’«»') CLASS[sign.charCodeAt(0)] = CLAUSE;
for (const sign of '.!?。！？…؟।') CLASS[sign.charCodeAt(0)] = STOP;
CLASS[0x5f] = LETTER;

/** FNV-1a offset basis, the hash of the empty word. */
export const HASH_SEED = 0x811c9dc5 | 0;

/** One step of a 32-bit FNV-1a hash; also joins two hashes. */
export function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

/** Counts one text. Hashes of its lower-cased (ASCII) words are appended to `hashes`, up to `most` of them. */
export function scanWords(text: string, count: WordCount, hashes: number[], most: number): void {
  const { length } = text;
  let i = 0;
  while (i < length && CLASS[unitAt(text, i)] === SPACE) i++;
  if (i === length) return;
  let { words, punctuation, sentences, digits, chars, hash: all } = count;
  let lastKind = SPACE;
  let inWord = false;
  let hash = HASH_SEED;
  for (; i <= length; i++) {
    // A blank behind the text ends its last word.
    const code = i < length ? unitAt(text, i) : 32;
    const kind = CLASS[code]!;
    if (kind !== SPACE) {
      chars++;
      lastKind = kind;
    }
    if (kind >= LETTER && kind <= CAPITAL) {
      if (!inWord) {
        inWord = true;
        hash = HASH_SEED;
      }
      if (kind === DIGIT) digits++;
      hash = mix(hash, kind === CAPITAL ? code + 32 : code);
      continue;
    }
    if (inWord) {
      inWord = false;
      words++;
      all = mix(all, hash);
      if (hashes.length < most) hashes.push(hash);
    }
    if (kind === IDEOGRAPH) {
      hash = mix(HASH_SEED, code);
      words++;
      all = mix(all, hash);
      if (hashes.length < most) hashes.push(hash);
    } else if (kind === CLAUSE) punctuation++;
    else if (kind === STOP) {
      punctuation++;
      sentences++;
    }
  }
  count.words = words;
  count.punctuation = punctuation;
  count.sentences = sentences;
  count.digits = digits;
  count.chars = chars;
  count.endsSentence = lastKind === STOP;
  count.hash = all;
}

/** Hashes of the words of a text, in their order. */
export function wordHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  scanWords(text, emptyCount(), hashes, Number.POSITIVE_INFINITY);
  return hashes;
}

/** A count of nothing. */
export function emptyCount(): WordCount {
  return {
    words: 0,
    punctuation: 0,
    sentences: 0,
    digits: 0,
    chars: 0,
    endsSentence: false,
    hash: HASH_SEED,
  };
}

/** Hash of a string's UTF-16 code units, ASCII capitals lowered. */
export function hashText(text: string, seed: number = HASH_SEED): number {
  let hash = seed;
  for (let i = 0, end = text.length; i < end; i++) {
    const code = unitAt(text, i);
    hash = mix(hash, code >= 65 && code <= 90 ? code + 32 : code);
  }
  return hash;
}
