/** Scores of hashed names and words: below 0 they speak against content, above 0 for it; 0 for unknown ones. */
export interface Vocabulary {
  /** −127 … 127. */
  score(hash: number): number;
}

/** A vocabulary over sorted hashes, looked up by open addressing. */
export class HashVocabulary implements Vocabulary {
  readonly #keys: Int32Array;
  readonly #scores: Int8Array;
  readonly #mask: number;

  constructor(hashes: ArrayLike<number>, scores: ArrayLike<number>) {
    let size = 16;
    while (size < hashes.length * 3) size *= 2;
    this.#mask = size - 1;
    this.#keys = new Int32Array(size);
    this.#scores = new Int8Array(size);
    for (let i = 0; i < hashes.length; i++) {
      let at = (hashes[i]! >>> 0) & this.#mask;
      while (this.#scores[at] !== 0) at = (at + 1) & this.#mask;
      this.#keys[at] = hashes[i]!;
      this.#scores[at] = scores[i]!;
    }
  }

  score(hash: number): number {
    let at = (hash >>> 0) & this.#mask;
    while (this.#scores[at] !== 0) {
      if (this.#keys[at] === (hash | 0)) return this.#scores[at]!;
      at = (at + 1) & this.#mask;
    }
    return 0;
  }
}
