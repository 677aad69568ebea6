import { lazy } from '../../lazy.ts';
import { COMMON_WORDS } from './common-words.table.ts';

/** Fewest of a language's words, and fewest of them that differ, which tell it. */
const FEWEST_WORDS = 8;
const FEWEST_DISTINCT = 5;
/** Words of the language for each one of any other: a page in two languages is in neither. */
const LEAD = 3;

/** Bytes of a page whose words are counted, for speed. */
const WORDS_BYTES = 65_536;

/** The language that a page's words without accents are clearly in, or null; its markup and scripts are read too. */
export function toldLanguage(bytes: Uint8Array): string | null {
  const counts = countWords(bytes.subarray(0, WORDS_BYTES));
  const seen = COMMON_WORDS.map(({ language, words }) => {
    const each = words.split(' ').map((word) => counts[wordIndices().get(keyOf(word))!]!);
    return {
      language,
      count: each.reduce((sum, n) => sum + n, 0),
      distinct: each.filter((n) => n > 0).length,
    };
  });
  const [first, second] = seen.sort((a, b) => b.count - a.count);
  const isTold =
    first!.count >= Math.max(FEWEST_WORDS, LEAD * second!.count) && first!.distinct >= FEWEST_DISTINCT;
  return isTold ? first!.language : null;
}

const LETTER_BITS = 5;
const MOST_LETTERS = 6;

/** The number of each word by its key. */
const wordIndices = lazy(() => {
  const keys = COMMON_WORDS.flatMap(({ words }) => words.split(' ').map(keyOf));
  return new Map([...new Set(keys)].map((key, i) => [key, i]));
});

/** A word as a number: five bits a letter. */
function keyOf(word: string): number {
  return [...word].reduce((key, letter) => (key << LETTER_BITS) | (letter.charCodeAt(0) & 0x1f), 0);
}

/** How often each common word stands in a page. A byte that is not ASCII is a letter of no common word. */
function countWords(bytes: Uint8Array): Uint32Array {
  const indices = wordIndices();
  const counts = new Uint32Array(indices.size);
  let key = 0;
  let letters = 0;
  for (const byte of bytes) {
    const small = byte | 0x20;
    if (byte >= 0x80) letters = MOST_LETTERS + 1;
    else if (small >= 0x61 && small <= 0x7a) {
      key = (key << LETTER_BITS) | (small & 0x1f);
      letters++;
    } else {
      const index = letters > 1 && letters <= MOST_LETTERS ? indices.get(key) : undefined;
      if (index !== undefined) counts[index]!++;
      key = 0;
      letters = 0;
    }
  }
  return counts;
}
