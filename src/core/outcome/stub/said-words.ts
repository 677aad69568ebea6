import { foldText, heardPhrases } from '../phrase-scanner.ts';

/** Letters of a word that stand for its inflected forms. */
const STEM_LETTERS = 6;
/** Points of a word that no phrase has; one that a phrase has counts 1, one that all pages have 0. */
const UNKNOWN = -1 / 2;
/** Stems that are added to those of a short text, so that one word says little. */
const FEW = 3;

const WORD = /[\p{L}\p{N}']+/gu;
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/;

/** Stems of a folded text; of a script without spaces each two characters side by side. */
export function stemsOf(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => {
    if (UNSPACED.test(word)) return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
    return word.length > 1 ? [word.slice(0, STEM_LETTERS)] : [];
  });
}

/** The first so many stems of some texts. */
function firstStems(texts: readonly string[], most: number): string[] {
  const stems: string[] = [];
  for (const text of texts) if (stems.length < most) stems.push(...stemsOf(text));
  return stems.slice(0, most);
}

/** Words that the phrases of some kinds of page are made of. */
export class SaidWords {
  readonly #common: ReadonlySet<string>;
  /** By stem, how often each kind has it among those of its phrases, as shares of all kinds. */
  readonly #shares = new Map<string, Float64Array>();
  readonly #kinds: number;

  /** `common`: stems that pages of any kind have; `kinds`: the topics of each kind of page. */
  constructor(common: Iterable<string>, kinds: readonly number[]) {
    this.#common = new Set(common);
    this.#kinds = kinds.length;
    const phrases = heardPhrases();
    kinds.forEach((topics, kind) => {
      const own = phrases.filter(([topic]) => (topic & topics) !== 0);
      const stems = own.flatMap(([, lines]) => stemsOf(foldText(lines)));
      for (const stem of stems) {
        const shares = this.#shares.get(stem) ?? new Float64Array(kinds.length);
        shares[kind]! += 1 / stems.length;
        this.#shares.set(stem, shares);
      }
    });
    for (const shares of this.#shares.values()) {
      const all = shares.reduce((sum, share) => sum + share, 0);
      for (let kind = 0; kind < shares.length; kind++) shares[kind]! /= all;
    }
  }

  has(stem: string): boolean {
    return this.#shares.has(stem);
  }

  /** Mean points of the first so many stems of some texts, `UNKNOWN` to 1; -1 without any. */
  meanOf(texts: readonly string[], most: number): number {
    const stems = firstStems(texts, most);
    const points = stems.map((stem) => (!this.has(stem) ? UNKNOWN : this.#common.has(stem) ? 0 : 1));
    return stems.length === 0 ? -1 : points.reduce((sum, one) => sum + one, 0) / (stems.length + 1);
  }

  /** How much the first so many stems of some texts are those of each kind, 0 for as much as of any. */
  kindsOf(texts: readonly string[], most: number): Float64Array {
    const stems = firstStems(texts, most);
    const kinds = new Float64Array(this.#kinds);
    for (const stem of stems)
      this.#shares.get(stem)?.forEach((share, kind) => {
        kinds[kind]! += (share - 1 / this.#kinds) / (stems.length + FEW);
      });
    return kinds;
  }
}
