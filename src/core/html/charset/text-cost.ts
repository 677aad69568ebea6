import type { AdjacentPairs } from './adjacent-pairs.ts';
import { LANGUAGE_MODELS, type LanguageModel } from './language-models.ts';

/** Fewest characters outside ASCII that prove a text to make no sense. */
const FEWEST_CHARACTERS = 16;

/** How well a text reads in the language that it reads best in. */
export interface TextCost {
  /** Bits that its characters outside ASCII, and those after them, take. */
  readonly bits: number;
  /** Its characters outside ASCII. */
  readonly characters: number;
  /** Bits that so many characters take in most text of the language. */
  readonly usualBits: number;
  /** False for what no language writes. */
  readonly isText: boolean;
}

/**
 * The cost of a text, given by its pairs, in that of the languages which it reads best in; blanks are between their names.
 * Null when it is more than `atMost` bits in each of them.
 */
export function textCost(
  pairs: AdjacentPairs,
  languages: string,
  atMost = Number.POSITIVE_INFINITY,
): TextCost | null {
  let best: TextCost | null = null;
  for (const language of languages.split(' ')) {
    const model = LANGUAGE_MODELS.get(language)!;
    const bits = costOf(pairs, model, best?.bits ?? atMost);
    if (bits === null) continue;
    const { characters } = pairs;
    const isText = characters < FEWEST_CHARACTERS || bits <= model.mostBits * characters;
    best = { bits, characters, usualBits: model.usualBits * characters, isText };
  }
  return best;
}

function costOf(
  { before, after, count, length }: AdjacentPairs,
  model: LanguageModel,
  atMost: number,
): number | null {
  const pairCost = model.cost();
  let bits = 0;
  for (let i = 0; i < length; i++) {
    bits += count[i]! * pairCost(before[i]!, after[i]!);
    if (bits > atMost) return null;
  }
  return bits;
}
