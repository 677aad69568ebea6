import type { ServiceError } from '../contract/failure.ts';
import { ChunkedBody } from './chunked-body.ts';
import {
  type ExchangeStage,
  headTooLarge,
  MAX_HEADER_BYTES,
  malformedResponse,
  responseTooLarge,
  upstreamUnreachable,
} from './fetch-failures.ts';
import { bodyEndOf, FieldLines } from './field-lines.ts';

/** Interim (1xx) responses accepted before the final one. */
const MAX_INTERIM_RESPONSES = 16;
/** Raw bytes for each byte of body: chunks of one byte have six, chunk extensions may not have more. */
const MAX_FRAMING_FACTOR = 8;
/** Raw bytes besides, for trailers and the framing of short bodies. */
const SPARE_BYTES = 65_536;
/** Raw bytes of all heads: one cannot be that long, interim responses can. */
const MAX_RAW_HEAD_BYTES = MAX_HEADER_BYTES * 3;

const HTTP = 'HTTP/';
const OTHER_VERSION = /^HTTP\/(?!0\.9|1\.[01]|2\.0)\d\.\d /;
/** Any reason may follow. 999 is of no standard; sites refuse programs with it. */
const STATUS_LINE = /^HTTP\/\d\.\d ([1-5]\d\d|999)(?: [^\r]*)?$/;
/** Statuses without a body (RFC 9112, 6.3). */
const BODILESS = new Set([204, 304]);
const [LF, CR] = [10, 13];

/** What a response is told to. What its functions throw ends the parsing. */
interface ResponseSink {
  /** The final head; fields have name and value in turn, one character per byte. False: the body is not to be read. */
  onHead(status: number, fields: readonly string[]): boolean;
  /** A part of the body, without its chunks, still content-encoded, in the memory that it was read into. */
  onBody(part: Buffer): void;
}

/**
 * Reads one HTTP/1 response of a connection of its own, with what RFC 9110 and 9112 allow a client to accept and browsers accept:
 * lengths that say the same, folded fields, interim responses that nobody asked for, blanks behind the size of a chunk.
 * `feed` and `end` throw `upstream_unreachable` for what is no HTTP, `malformed_response`, and `response_too_large` for a head, or
 * framing, out of proportion. `maxBytes`: the cap on the body, for its message.
 */
export class ResponseParser {
  readonly #sink: ResponseSink;
  readonly #maxBytes: number | undefined;
  #step = this.#readHead;
  #rawBytes = 0;
  #bodyBytes = 0;
  #interim = 0;
  /** A line whose end has not come. */
  #held = '';
  #endsInCr = false;
  /** Of the head or the trailers. */
  #sectionBytes = 0;
  #status = 0;
  #fields = new FieldLines();
  #chunks = new ChunkedBody();
  #left = 0;
  #isComplete = false;
  #stage: ExchangeStage = 'head';

  constructor(sink: ResponseSink, maxBytes?: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Whether the response has come to its end; what follows on the connection is not read. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get stage(): ExchangeStage {
    return this.#stage;
  }

  /** Reads what came over the connection. */
  feed(bytes: Buffer): void {
    const framed = this.#stage === 'head' ? 0 : SPARE_BYTES + this.#bodyBytes * MAX_FRAMING_FACTOR;
    if (this.#rawBytes > MAX_RAW_HEAD_BYTES + framed) {
      throw this.#stage === 'head'
        ? headTooLarge('raw bytes')
        : responseTooLarge(this.#maxBytes ?? this.#bodyBytes, 'framing');
    }
    this.#rawBytes += bytes.length;
    for (let at = 0; at < bytes.length && !this.#isComplete; ) at = this.#step(bytes, at);
  }

  /** The connection has ended. */
  end(): void {
    if (this.#isComplete || this.#step === this.#readToClose) return;
    throw this.#stage === 'head'
      ? upstreamUnreachable(new Error('ended ahead of its head'))
      : malformedResponse('ended ahead of its body');
  }

  #readHead(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#status === 0 && this.#held.length < HTTP.length) {
      while (this.#held === '' && (bytes[at] === CR || bytes[at] === LF)) at++;
      const begin = this.#held + bytes.toString('latin1', at, at + HTTP.length);
      // It may stay open without another word.
      if (!HTTP.startsWith(begin.slice(0, HTTP.length))) throw this.#noHttp();
    }
    return this.#readLine(bytes, at, (line) => {
      if (this.#status === 0) this.#status = statusOf(line);
      else if (line === '') this.#endHead();
      else this.#fields.add(line);
    });
  }

  /** Behind an interim response it is HTTP that goes wrong. */
  #noHttp(): ServiceError {
    return this.#interim > 0
      ? malformedResponse('no status line')
      : upstreamUnreachable(new Error('no HTTP'));
  }

  #endHead(): void {
    const [status, fields] = [this.#status, this.#fields.all];
    if (status < 200) {
      this.#interim++;
      if (status === 101 || this.#interim > MAX_INTERIM_RESPONSES)
        throw malformedResponse(`interim response ${status}`);
      this.#beginSection();
      return;
    }
    const end = bodyEndOf(fields);
    this.#stage = 'body';
    if (!this.#sink.onHead(status, fields) || BODILESS.has(status) || end === 0) this.#isComplete = true;
    else if (end === 'chunked') this.#step = this.#readChunks;
    else if (end === 'close') this.#step = this.#readToClose;
    else {
      this.#left = end;
      this.#step = this.#readLength;
    }
  }

  #readLength(bytes: Buffer, at: number): number {
    const part = bytes.subarray(at, at + this.#left);
    this.#left -= part.length;
    if (this.#left === 0) this.#isComplete = true;
    return this.#give(part, at);
  }

  #readToClose(bytes: Buffer, at: number): number {
    return this.#give(bytes.subarray(at), at);
  }

  #give(part: Buffer, at: number): number {
    this.#bodyBytes += part.length;
    this.#sink.onBody(part);
    return at + part.length;
  }

  #readChunks(bytes: Buffer, from: number): number {
    const at = this.#chunks.read(bytes, from, (part) => this.#give(part, 0));
    if (this.#chunks.isDone) {
      this.#beginSection();
      this.#step = this.#readTrailers;
    }
    return at;
  }

  #readTrailers(bytes: Buffer, at: number): number {
    return this.#readLine(bytes, at, (line) => {
      if (line === '') this.#isComplete = true;
      else this.#fields.add(line);
    });
  }

  #beginSection(): void {
    this.#status = 0;
    this.#fields = new FieldLines();
    this.#sectionBytes = 0;
  }

  /** Reads up to the end of a line and gives it to `take`, once that has come. */
  #readLine(bytes: Buffer, at: number, take: (line: string) => void): number {
    const lf = bytes.indexOf(LF, at);
    const end = lf < 0 ? bytes.length : lf + 1;
    this.#sectionBytes += end - at;
    if (this.#sectionBytes > MAX_HEADER_BYTES) throw headTooLarge('fields');
    const piece = bytes.toString('latin1', at, end);
    if ((this.#endsInCr && piece !== '\n') || /\r[^\n]/.test(piece)) throw malformedResponse('CR of its own');
    this.#endsInCr = piece.endsWith('\r');
    this.#held += piece;
    if (lf >= 0) {
      const line = this.#held;
      this.#held = '';
      if (!line.endsWith('\r\n')) throw malformedResponse('line that ends without CR');
      take(line.slice(0, -2));
    }
    return end;
  }
}

function statusOf(line: string): number {
  if (OTHER_VERSION.test(line)) throw upstreamUnreachable(new Error('another version of HTTP'));
  const status = STATUS_LINE.exec(line)?.[1];
  if (status === undefined) throw malformedResponse('status line');
  return Number(status);
}
