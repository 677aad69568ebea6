import { inflateSync } from 'node:zlib';
import { BudgetSpent } from '../../core/budget.ts';
import type { OperatorBudget } from './operator-budget.ts';

/** What PDF.js decodes of a stream, as far as it is seen here. */
interface DecodeStream {
  readonly isImageStream?: boolean;
  /** What it decodes; what joins streams has none. */
  readonly stream?: {
    readonly isAsync?: boolean;
    reset(): void;
    getBytes(): Uint8Array;
    asyncGetBytes(): Promise<Uint8Array | null>;
  };
  buffer: Uint8Array;
  bufferLength: number;
  minBufferLength: number;
  eof: boolean;
  readBlock(): void;
  getBytes(length?: number, ...rest: unknown[]): Uint8Array;
}

/** Buffers of more bytes than this grow by a quarter, smaller ones to twice their size: room counts as if it were used. */
const LARGE_BYTES = 1024 ** 2;
const LARGE_GROWTH = 1.25;
/** A field that the constructor of every `DecodeStream` sets. */
const SET_AT_FIRST = 'minBufferLength';
/** A method that its class has itself. */
const OWN_METHOD = 'asyncGetBytesFromDecompressionStream';

let isWatched = false;
let budget: OperatorBudget | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads a PDF, with nobody else at it in this thread: PDF.js does not tell of which file a stream is, so that all that is decoded
 * is charged to the one that is read.
 */
export function readAlone<T>(read: () => Promise<T>): Promise<T> {
  const mine = turn.then(read).finally(() => {
    budget = undefined;
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/**
 * Charges what PDF.js decodes from now on to a budget, before it has room for it; a decoder whose budget is spent throws
 * `BudgetSpent`. Its class is met when the first stream is made, because PDF.js gives it to nobody.
 */
export function chargeDecoding(to: OperatorBudget): void {
  budget = to;
  if (isWatched) return;
  Object.defineProperty(Object.prototype, SET_AT_FIRST, {
    configurable: true,
    set(this: DecodeStream, value: number) {
      const prototype = decoderOf(this);
      delete (Object.prototype as Partial<DecodeStream>)[SET_AT_FIRST];
      if (prototype === null) return define(this, SET_AT_FIRST, value);
      isWatched = true;
      watch(prototype);
      this[SET_AT_FIRST] = value;
    },
  });
}

/** The prototype of all decoders above one; null for what is none. */
function decoderOf(one: object): DecodeStream | null {
  let at: object | null = one;
  while (at !== null && !Object.hasOwn(at, OWN_METHOD)) at = Object.getPrototypeOf(at) as object | null;
  return at as DecodeStream | null;
}

function watch(prototype: DecodeStream): void {
  const { getBytes } = prototype;
  Object.defineProperty(prototype, SET_AT_FIRST, {
    set(this: DecodeStream, value: number) {
      define(this, SET_AT_FIRST, value);
      // No picture is looked at, and its size is what its head says.
      if (this.isImageStream === true) this.readBlock = endOfData;
    },
  });
  Object.assign(prototype, {
    ensureBuffer(this: DecodeStream, wanted: number): Uint8Array {
      const { buffer } = this;
      if (wanted <= buffer.byteLength) return buffer;
      const grown = new Uint8Array(roomFor(this, wanted));
      grown.set(buffer);
      this.buffer = grown;
      return grown;
    },
    getBytes(this: DecodeStream, ...given: Parameters<DecodeStream['getBytes']>): Uint8Array {
      const bytes = getBytes.apply(this, given);
      if (this.eof && isDecoder(this)) {
        chargedOf().spendDecoded(this.bufferLength - this.buffer.byteLength);
        this.buffer = this.buffer.subarray(0, this.bufferLength);
      }
      return bytes;
    },
    [OWN_METHOD]: inflated,
  });
}

/** How large its buffer becomes, which is charged at once: all that its owner may still decode, at most. */
function roomFor(one: DecodeStream, wanted: number): number {
  const { length } = one.buffer;
  let room = one.minBufferLength;
  while (room < wanted && room < LARGE_BYTES) room *= 2;
  if (room < wanted) room = Math.ceil(wanted * LARGE_GROWTH);
  if (!isDecoder(one)) return room;
  const charged = chargedOf();
  room = Math.max(wanted, Math.min(room, length + charged.decodedLeft));
  charged.spendDecoded(room - length);
  return room;
}

/** False for what only joins streams or decrypts one: its bytes are those of others. */
const isDecoder = ({ stream }: DecodeStream): boolean => stream !== undefined;

/** Who is charged. Throws `BudgetSpent` after the file was read: what still decodes was given up. */
function chargedOf(): OperatorBudget {
  if (budget === undefined) throw new BudgetSpent('more than is read');
  return budget;
}

function endOfData(this: DecodeStream): void {
  this.eof = true;
}

/** As in PDF.js: the whole of a stream at once, null where it is damaged and is decoded as far as it goes; without a limit there. */
async function inflated(this: DecodeStream, format: string) {
  const { stream } = this;
  stream!.reset();
  const compressed = (stream!.isAsync ? await stream!.asyncGetBytes() : null) ?? stream!.getBytes();
  const charged = chargedOf();
  try {
    if (format !== 'deflate') return { decompressed: null, compressed };
    const bytes = inflateSync(compressed, { maxOutputLength: Math.max(1, charged.decodedLeft) });
    charged.spendDecoded(bytes.length);
    // Small ones share a buffer, and what is sent between the halves of PDF.js takes its buffer along.
    const isAlone = bytes.length === bytes.buffer.byteLength;
    return { decompressed: isAlone ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes), compressed };
  } catch (thrown) {
    if (thrown instanceof BudgetSpent) throw thrown;
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') charged.endDecoding();
    return { decompressed: null, compressed };
  }
}

function define(one: object, name: string, value: unknown): void {
  Object.defineProperty(one, name, { value, configurable: true, enumerable: true, writable: true });
}
