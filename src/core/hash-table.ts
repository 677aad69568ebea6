import { int32s } from './zeroed.ts';

/** Small numbers by hashes of 32 bits, by open addressing: a few times faster than a `Map`. */
export class HashTable {
  readonly #keys: Int32Array;
  readonly #values: Int8Array;
  readonly #mask: number;
  #size = 0;

  /** `most`: hashes that it is for; with more it gets slow, and endless with twice as many. */
  constructor(most: number) {
    let length = 16;
    while (length < most * 3) length *= 2;
    this.#mask = length - 1;
    this.#keys = new Int32Array(length);
    this.#values = new Int8Array(length);
  }

  /** Hashes that have a number. */
  get size(): number {
    return this.#size;
  }

  /** −127 … 127; 0 for an unknown hash. */
  get(hash: number): number {
    return this.#values[this.#placeOf(hash)]!;
  }

  /** Sets what is not 0. */
  set(hash: number, value: number): void {
    const at = this.#placeOf(hash);
    if (this.#values[at] === 0) this.#size++;
    this.#keys[at] = hash;
    this.#values[at] = value;
  }

  #placeOf(hash: number): number {
    let at = hash & this.#mask;
    while (this.#values[at] !== 0 && this.#keys[at] !== (hash | 0)) at = (at + 1) & this.#mask;
    return at;
  }
}

/** Numbers of some hashes: equal ones have the same, from 0 in the order of the first of each. */
export function numberAlike(hashes: readonly number[]): Int32Array {
  let length = 16;
  while (length < hashes.length * 2) length *= 2;
  /** Behind the place of the first one of each; 0 where there is none. */
  const behind = int32s(length);
  const numbers = int32s(hashes.length);
  let count = 0;
  for (let i = 0; i < hashes.length; i++) {
    let at = hashes[i]! & (length - 1);
    while (behind[at] !== 0 && hashes[behind[at]! - 1] !== hashes[i]) at = (at + 1) & (length - 1);
    numbers[i] = behind[at] === 0 ? count++ : numbers[behind[at]! - 1]!;
    if (behind[at] === 0) behind[at] = i + 1;
  }
  return numbers;
}
