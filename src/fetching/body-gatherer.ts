/** Chunks below this are copied, so that a body in one-byte chunks costs no more than its length. */
const SMALL_BYTES = 4096;
/** Small chunks are copied into blocks of this size. */
const BLOCK_BYTES = 65_536;
/** A chunk that is a smaller part of what it keeps in memory is copied. */
const LEAST_SHARE = 1 / 4;

/** Told before so many bytes more are held in memory; what it throws ends what would hold them. */
export type OnBytes = (bytes: number) => void;

/**
 * Gathers a body of unknown length under a cap. Large chunks are kept as they came, which the caller must leave as they
 * are: the body is copied once, at its end, because memory that is new to the process is dear.
 */
export class BodyGatherer {
  readonly #maxBytes: number;
  readonly #onBytes: OnBytes;
  readonly #parts: Uint8Array[] = [];
  /** Where small chunks go: those between the two places are not among the parts yet. */
  #block: Uint8Array = new Uint8Array(0);
  #from = 0;
  #to = 0;
  #length = 0;

  /** `maxBytes`: the cap; the byte after it makes {@link add} refuse. */
  constructor(maxBytes: number, onBytes: OnBytes = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#onBytes = onBytes;
  }

  /** Takes a chunk; `false` when the cap would be passed (the chunk is then dropped). Throws what `onBytes` throws. */
  add(chunk: Uint8Array): boolean {
    const { byteLength } = chunk;
    if (this.#length + byteLength > this.#maxBytes) return false;
    this.#length += byteLength;
    if (byteLength >= SMALL_BYTES && byteLength >= LEAST_SHARE * chunk.buffer.byteLength) {
      this.#onBytes(byteLength);
      this.#endPart();
      this.#parts.push(chunk);
    } else this.#copy(chunk);
    return true;
  }

  /** Bytes taken so far. */
  get byteLength(): number {
    return this.#length;
  }

  /** The bytes in a buffer of their own, which can be transferred to a worker. */
  bytes(): Uint8Array<ArrayBuffer> {
    // Not of the pool, and not filled with zeros first.
    const { buffer } = Buffer.allocUnsafeSlow(this.#length);
    const whole = new Uint8Array(buffer as ArrayBuffer);
    let at = 0;
    this.#endPart();
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  }

  #copy(chunk: Uint8Array): void {
    if (this.#to + chunk.byteLength > this.#block.byteLength) {
      const blockBytes = Math.max(BLOCK_BYTES, chunk.byteLength);
      this.#onBytes(blockBytes);
      this.#endPart();
      this.#block = new Uint8Array(blockBytes);
      this.#from = this.#to = 0;
    }
    this.#block.set(chunk, this.#to);
    this.#to += chunk.byteLength;
  }

  #endPart(): void {
    if (this.#to > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
