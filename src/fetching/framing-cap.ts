import type { Socket } from 'node:net';

/** Raw bytes for each byte of body: chunks of one byte have six, chunk extensions may not have more. */
const MAX_FRAMING_FACTOR = 8;
/** Raw bytes besides, for trailers and the framing of short bodies. */
const SPARE_BYTES = 65_536;

/** How far the parser of a response is. */
interface ParserState {
  readonly stage: 'head' | 'body';
  /** Bytes of body that it gave out. */
  readonly bodyBytes: number;
}

/**
 * Caps what a parser never reports: endless status lines, interim responses, chunk extensions and trailers. Counted is
 * what the parser has read of `socket`, after decryption; before it reads on, `over` is asked for the error that ends
 * the connection. Wrap the socket before anything reads it.
 */
export function capRawBytes(
  socket: Socket,
  headBytes: number,
  state: ParserState,
  over: (stage: ParserState['stage']) => Error,
): void {
  const read = socket.read.bind(socket);
  let rawBytes = 0;
  socket.read = (size?: number): Buffer | null => {
    const { stage, bodyBytes } = state;
    const allowed = stage === 'head' ? headBytes : headBytes + SPARE_BYTES + bodyBytes * MAX_FRAMING_FACTOR;
    if (size !== 0 && rawBytes > allowed) {
      socket.destroy(over(stage));
      return null;
    }
    const chunk: Buffer | null = read(size);
    rawBytes += chunk?.length ?? 0;
    return chunk;
  };
}
