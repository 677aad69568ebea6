import { malformedResponse } from './fetch-failures.ts';

const [TAB, LF, CR, SPACE, SEMICOLON, DELETE] = [9, 10, 13, 32, 59, 127];

/** Where in a chunk the reader is; `line end` is the LF of its first line. */
type Place = 'size' | 'blank' | 'extension' | 'line end' | 'data' | 'CR' | 'LF';

/**
 * Reads a body in chunks up to the first line of its last one (RFC 9112, 7.1). Behind a size may stand blanks, as servers that
 * pad it have them; extensions are passed over.
 */
export class ChunkedBody {
  #place: Place = 'size';
  #hasDigit = false;
  /** Of the size, while that is read; of the data then. */
  #left = 0;
  #isDone = false;

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Reads `bytes` from a place on, gives parts of the body out, and tells up to where. Throws `malformed_response`. */
  read(bytes: Buffer, from: number, onBody: (part: Buffer) => void): number {
    let at = from;
    while (at < bytes.length && !this.#isDone) {
      if (this.#place !== 'data') this.#take(bytes[at++]!);
      else {
        const part = bytes.subarray(at, at + this.#left);
        at += part.length;
        this.#left -= part.length;
        if (this.#left === 0) this.#place = 'CR';
        onBody(part);
      }
    }
    return at;
  }

  #take(byte: number): void {
    const place = this.#place;
    if (place === 'size' || place === 'blank') this.#takeOfSize(byte);
    else if (place === 'extension') {
      if (byte === CR) this.#place = 'line end';
      else if ((byte < SPACE && byte !== TAB) || byte === DELETE) throw malformedResponse('chunk extension');
    } else if (byte !== (place === 'CR' ? CR : LF)) throw malformedResponse('line end of a chunk');
    else if (place === 'CR') this.#place = 'LF';
    else if (place === 'LF') this.#beginSize();
    else if (this.#left > 0) this.#place = 'data';
    else this.#isDone = true;
  }

  #takeOfSize(byte: number): void {
    const digit = this.#place === 'size' ? hexDigit(byte) : undefined;
    if (digit !== undefined) {
      this.#hasDigit = true;
      this.#left = this.#left * 16 + digit;
      if (Number.isSafeInteger(this.#left)) return;
    } else if (this.#hasDigit) {
      if (byte === CR) this.#place = 'line end';
      else if (byte === SEMICOLON) this.#place = 'extension';
      else if (byte === SPACE || byte === TAB) this.#place = 'blank';
      else throw malformedResponse('chunk size');
      return;
    }
    throw malformedResponse('chunk size');
  }

  #beginSize(): void {
    this.#place = 'size';
    this.#hasDigit = false;
    this.#left = 0;
  }
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
