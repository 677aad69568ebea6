import { foldText, letterClass } from '../core/outcome/phrase-scanner.ts';

/** Different words of a content that are compared: the first ones of a longer one. */
const MAX_WORDS = 20_000;

/** FNV-1a, 32 bits (draft-eastlake-fnv): its offset basis and its prime. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The different words of a text, folded, each as a 32-bit hash; of scripts without spaces each pair of
 * characters. Two words with one hash are one in a hundred thousand pages.
 */
export function wordSet(text: string): readonly number[] {
  const folded = foldText(text);
  const words = new Set<number>();
  let hash = BASIS;
  let isWord = false;
  for (let i = 0; i <= folded.length && words.size < MAX_WORDS; i++) {
    const code = i < folded.length ? folded.charCodeAt(i) : 32;
    const kind = letterClass(code);
    if (kind === 1) {
      hash = mixed(hash, code);
      isWord = true;
      continue;
    }
    if (isWord) words.add(hash >>> 0);
    if (kind === 2) words.add(mixed(mixed(BASIS, code), folded.charCodeAt(i + 1)) >>> 0);
    hash = BASIS;
    isWord = false;
  }
  return [...words];
}

const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

/** How many words of a set the other lacks. */
export function wordsBeyond(words: readonly number[], other: readonly number[]): number {
  const known = new Set(other);
  return words.reduce((count, word) => count + (known.has(word) ? 0 : 1), 0);
}
