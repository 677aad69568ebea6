import { LANGUAGE_MODELS, type LanguageModel } from './language-models.ts';

/** Fewest characters outside ASCII that prove a text to make no sense. */
const FEWEST_CHARACTERS = 16;

/** How well a text reads. */
export interface TextCost {
  /** Bits that its characters outside ASCII, and those after them, take in the language that it reads best in. */
  readonly bits: number;
  /** `good`: text of that language; `none`: nothing that any language writes. */
  readonly sense: 'good' | 'poor' | 'none';
}

/**
 * The cost of a text in that of the languages which it reads best in; blanks are between their names. Null when it is more
 * than `atMost` bits in each of them.
 */
export function textCost(
  text: string,
  languages: string,
  atMost = Number.POSITIVE_INFINITY,
): TextCost | null {
  const { pairs, characters } = pairsOf(text);
  let best: TextCost | null = null;
  for (const language of languages.split(' ')) {
    const model = LANGUAGE_MODELS.get(language)!;
    const bits = costOf(pairs, model, best?.bits ?? atMost);
    if (bits !== null) best = { bits, sense: senseOf(bits / characters, characters, model) };
  }
  return best;
}

function costOf(pairs: ReadonlyMap<number, number>, model: LanguageModel, atMost: number): number | null {
  const pairCost = model.cost();
  let bits = 0;
  for (const [pair, count] of pairs) {
    bits += count * pairCost(Math.floor(pair / 0x10000), pair % 0x10000);
    if (bits > atMost) return null;
  }
  return bits;
}

function senseOf(bits: number, characters: number, { bounds }: LanguageModel): TextCost['sense'] {
  if (bits <= bounds.good || characters === 0) return 'good';
  return bits > bounds.none && characters >= FEWEST_CHARACTERS ? 'none' : 'poor';
}

/** How often each two code units, of which one is not ASCII, stand side by side; the number of units that are not. */
function pairsOf(text: string): { pairs: ReadonlyMap<number, number>; characters: number } {
  const pairs = new Map<number, number>();
  let characters = 0;
  let before = 0x20;
  for (let i = 0; i < text.length; i++) {
    const after = text.charCodeAt(i);
    if (after >= 0x80) characters++;
    if (after >= 0x80 || before >= 0x80) {
      const pair = before * 0x10000 + after;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    before = after;
  }
  return { pairs, characters };
}
