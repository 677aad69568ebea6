import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';

/** Two code units side by side, of which one is not ASCII, as often as they stand so; flat, for speed. */
export interface AdjacentPairs {
  readonly before: Uint16Array;
  readonly after: Uint16Array;
  readonly count: Uint16Array;
  readonly length: number;
  /** Code units that are not ASCII. */
  readonly characters: number;
}

/** Byte values. */
const BYTES = 256;
const BLANK = 0x20;

/** The pairs of bytes, the most frequent first: what reads wrongly is soon known to. */
export function bytePairs(bytes: Uint8Array): AdjacentPairs {
  const counts = new Uint16Array(BYTES * BYTES);
  const keys: number[] = [];
  let before = BLANK;
  let characters = 0;
  for (const after of bytes) {
    if (after >= 0x80) characters++;
    const key = before * BYTES + after;
    if ((after >= 0x80 || before >= 0x80) && counts[key]!++ === 0) keys.push(key);
    before = after;
  }
  keys.sort((a, b) => counts[b]! - counts[a]! || a - b);
  const pairs = room(keys.length, characters);
  keys.forEach((key, i) => {
    pairs.before[i] = key >> 8;
    pairs.after[i] = key & 0xff;
    pairs.count[i] = counts[key]!;
  });
  return pairs;
}

/** Those pairs in an encoding of one byte a character. */
export function decodedPairs(bytes: AdjacentPairs, encoding: string): AdjacentPairs {
  const units = unitsOf(encoding);
  const pairs = room(bytes.length, bytes.characters);
  pairs.count.set(bytes.count);
  for (let i = 0; i < bytes.length; i++) {
    pairs.before[i] = units[bytes.before[i]!]!;
    pairs.after[i] = units[bytes.after[i]!]!;
  }
  return pairs;
}

const tables = new Map<string, Uint16Array>();

/** The code unit of each byte in an encoding of one byte a character. */
function unitsOf(encoding: string): Uint16Array {
  let units = tables.get(encoding);
  if (units === undefined) {
    const text = new LegacyDecoder(encoding).decode(Uint8Array.from({ length: BYTES }, (_, byte) => byte));
    units = Uint16Array.from({ length: BYTES }, (_, byte) => text.charCodeAt(byte));
    tables.set(encoding, units);
  }
  return units;
}

/** The pairs of a text, in its order. */
export function textPairs(text: string): AdjacentPairs {
  const pairs = room(text.length, 0);
  let length = 0;
  let characters = 0;
  let before = BLANK;
  for (let i = 0; i < text.length; i++) {
    const after = text.charCodeAt(i);
    if (after >= 0x80) characters++;
    if (after >= 0x80 || before >= 0x80) {
      pairs.before[length] = before;
      pairs.after[length] = after;
      pairs.count[length++] = 1;
    }
    before = after;
  }
  return { ...pairs, length, characters };
}

function room(length: number, characters: number): AdjacentPairs {
  return {
    before: new Uint16Array(length),
    after: new Uint16Array(length),
    count: new Uint16Array(length),
    length,
    characters,
  };
}
