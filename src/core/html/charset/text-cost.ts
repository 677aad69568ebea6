import type { AdjacentPairs } from './adjacent-pairs.ts';
import { LANGUAGE_MODELS, type LanguageModel } from './language-models.ts';

/** Fewest characters outside ASCII that prove a text to make no sense. */
const FEWEST_CHARACTERS = 16;

/** How well a text reads. */
export interface TextCost {
  /** Bits that its characters outside ASCII, and those after them, take in the language that it reads best in. */
  readonly bits: number;
  /** `usual`: text of that language; `good`: probably so; `none`: nothing that any language writes. */
  readonly sense: 'usual' | 'good' | 'poor' | 'none';
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
    if (bits !== null) best = { bits, sense: senseOf(bits, pairs.characters, model) };
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

function senseOf(bits: number, characters: number, { bounds }: LanguageModel): TextCost['sense'] {
  if (bits <= bounds.usual * characters) return 'usual';
  if (bits <= bounds.good * characters) return 'good';
  return bits > bounds.none * characters && characters >= FEWEST_CHARACTERS ? 'none' : 'poor';
}
