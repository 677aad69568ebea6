/**
 * Gathers a body of unknown length under a cap. Bytes are copied into one buffer that doubles, so that a body
 * in one-byte chunks costs no more than its length.
 */
export class BodyGatherer {
  readonly #maxBytes: number;
  #buffer: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** `maxBytes`: the cap; the byte after it makes {@link add} refuse. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk; `false` when the cap would be passed (the chunk is then dropped). */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.byteLength;
    if (length > this.#maxBytes) return false;
    if (length > this.#buffer.byteLength) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /** Bytes taken so far. */
  get byteLength(): number {
    return this.#length;
  }

  /** The bytes in a buffer of their own, which can be transferred to a worker. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length) as Uint8Array<ArrayBuffer>;
  }

  #grow(atLeast: number): void {
    const grown = new Uint8Array(
      Math.min(this.#maxBytes, Math.max(atLeast, this.#buffer.byteLength * 2, 16_384)),
    );
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
