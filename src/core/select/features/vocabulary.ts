import { HashTable } from '../../hash-table.ts';

/** Scores of hashed names and words: below 0 they speak against content, above 0 for it; 0 for unknown ones. */
export interface Vocabulary {
  /** −127 … 127. */
  score(hash: number): number;
}

/** A vocabulary that looks hashes up. */
export class HashVocabulary implements Vocabulary {
  readonly #table: HashTable;

  constructor(hashes: ArrayLike<number>, scores: ArrayLike<number>) {
    this.#table = new HashTable(hashes.length);
    for (let i = 0; i < hashes.length; i++) this.#table.set(hashes[i]!, scores[i]!);
  }

  score(hash: number): number {
    return this.#table.get(hash);
  }
}
