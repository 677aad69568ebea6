import type { Annotation } from '../../page/annotation.ts';
import { float64s } from '../../zeroed.ts';
import { probability } from '../forest/probability.ts';

/** A first reading of a page, block by block; sums are whole numbers below 2 ** 53, so their order does not matter. */
export class FirstReading {
  /** Probability of each block to be content, from `shared`, in 1/4096. */
  readonly probabilities: Int32Array;
  /** Words of each block; one without words (signs, a cell of a table) counts as one word. */
  readonly words: Int32Array;
  /** Prefix sums of words. */
  readonly wordsUpTo: Float64Array;
  /** Prefix sums of words times probabilities. */
  readonly massUpTo: Float64Array;
  readonly #a: Annotation;

  /** `scores`: of each block, in 1/1024 of a logit; `shared`: the same, each in part the mean over its template position. */
  constructor(
    a: Annotation,
    readonly scores: Int32Array,
    readonly shared: Int32Array,
  ) {
    const n = scores.length;
    this.#a = a;
    this.probabilities = shared.map(probability);
    this.words = new Int32Array(a.blocks.map((block) => Math.max(1, block.count.words)));
    this.wordsUpTo = float64s(n + 1);
    this.massUpTo = float64s(n + 1);
    for (let i = 0; i < n; i++) {
      this.wordsUpTo[i + 1] = this.wordsUpTo[i]! + this.words[i]!;
      this.massUpTo[i + 1] = this.massUpTo[i]! + this.words[i]! * this.probabilities[i]!;
    }
  }

  /** Mean probability of the words of blocks `from … to`, in 1/4096; -1 for none. */
  mean(from: number, to: number): number {
    const words = this.wordsUpTo[to]! - this.wordsUpTo[from]!;
    return words > 0 ? Math.trunc((this.massUpTo[to]! - this.massUpTo[from]!) / words) : -1;
  }

  /** Mean probability of the words below an element; -1 when there is none (`index` -1). */
  meanIn(index: number): number {
    const { blockStarts, ends } = this.#a;
    return index < 0 ? -1 : this.mean(blockStarts[index]!, blockStarts[ends[index]!]!);
  }
}
