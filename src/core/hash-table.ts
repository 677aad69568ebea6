import { int32s } from './zeroed.ts';

/**
 * Another one in each process, so that no page can be written whose hashes all have one place. It decides where a hash is kept
 * and nothing that is told of it.
 */
const SEED = Math.trunc(Math.random() * 2 ** 32);
/** 2^32 over the golden ratio (Knuth, The Art of Computer Programming, 6.4): the upper bits of its multiples are spread evenly. */
const SPREAD = 0x9e3779b1;

/** Bits of the number of a place among at least so many. */
function bitsFor(places: number): number {
  return Math.max(4, Math.ceil(Math.log2(places)));
}

/** The place of a hash among 2^(32 − shift). */
function placeOf(hash: number, shift: number): number {
  return Math.imul(hash ^ SEED, SPREAD) >>> shift;
}

/** Small numbers by hashes of 32 bits, by open addressing: a few times faster than a `Map`. */
export class HashTable {
  readonly #keys: Int32Array;
  readonly #values: Int8Array;
  readonly #shift: number;
  #size = 0;

  /** `most`: hashes that it is for; with more it gets slow, and endless with twice as many. */
  constructor(most: number) {
    const bits = bitsFor(most * 3);
    this.#shift = 32 - bits;
    this.#keys = new Int32Array(2 ** bits);
    this.#values = new Int8Array(2 ** bits);
  }

  /** A table of these numbers, none of them 0, by these hashes. */
  static of(hashes: ArrayLike<number>, values: ArrayLike<number>): HashTable {
    const table = new HashTable(hashes.length);
    for (let i = 0; i < hashes.length; i++) table.set(hashes[i]!, values[i]!);
    return table;
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
    const last = this.#keys.length - 1;
    let at = placeOf(hash, this.#shift);
    while (this.#values[at] !== 0 && this.#keys[at] !== (hash | 0)) at = (at + 1) & last;
    return at;
  }
}

/** Numbers of some hashes: equal ones have the same, from 0 in the order of the first of each. */
export function numberAlike(hashes: readonly number[]): Int32Array {
  const bits = bitsFor(hashes.length * 2);
  const length = 2 ** bits;
  /** Behind the place of the first one of each; 0 where there is none. */
  const behind = int32s(length);
  const numbers = int32s(hashes.length);
  let count = 0;
  for (let i = 0; i < hashes.length; i++) {
    let at = placeOf(hashes[i]!, 32 - bits);
    while (behind[at] !== 0 && hashes[behind[at]! - 1] !== hashes[i]) at = (at + 1) & (length - 1);
    numbers[i] = behind[at] === 0 ? count++ : numbers[behind[at]! - 1]!;
    if (behind[at] === 0) behind[at] = i + 1;
  }
  return numbers;
}
