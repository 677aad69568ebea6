import type { Socket } from 'node:net';
import type { FailureReason } from '../../src/contract/failure.ts';

/** What a case knows of the fetch that it is played to. */
export interface HostileContext {
  /** The request head as received. */
  readonly head: string;
  /** Path and query. */
  readonly target: string;
  /** The cap on bytes that the fetcher under test is set to. */
  readonly maxBytes: number;
  /** `http://host:port` and `https://host:port` of the servers that play the cases. */
  readonly origins: { readonly plain: string; readonly tls: string };
  /** Resets the connection under whatever runs on it. */
  readonly reset: () => void;
  /** Aborts when the server closes, for cases that wait. */
  readonly signal: AbortSignal;
}

/** One behaviour of an upstream, and what a correct client makes of it. Asked for as `/<id>`. */
export interface HostileCase {
  readonly id: string;
  /** Writes the raw answer. Cases that leave the socket open are the client's to end. */
  readonly play: (socket: Socket, context: HostileContext) => void | Promise<void>;
  /** `page`: the bytes arrive. Else the reason of the failure. */
  readonly expected: 'page' | FailureReason;
  /** With `page`: the status, 200 by default. */
  readonly status?: number;
  /** With `page`: the decoded body, where it matters. */
  readonly body?: string;
}

/** A complete answer: head lines, then a body with its length. */
export function answer(lines: readonly string[], body: string | Buffer = 'ok', status = '200 OK'): Buffer {
  const bytes = Buffer.from(body as string, 'utf8');
  return Buffer.concat([head([...lines, `Content-Length: ${bytes.length}`], status), bytes]);
}

/** A head without a length. Lines are written byte for byte (Latin-1). */
export function head(fields: readonly string[], status = '200 OK'): Buffer {
  const lines = fields.some((field) => /^content-type:/i.test(field))
    ? fields
    : [...fields, 'Content-Type: text/html'];
  return Buffer.from([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'), 'latin1');
}

/** A case that writes fixed bytes; `ending` says how the connection goes on: a `reset-behind` comes together with them. */
export function fixed(
  id: string,
  bytes: Buffer | string,
  expected: HostileCase['expected'],
  rest: Partial<Omit<HostileCase, 'id' | 'play' | 'expected'>> & {
    ending?: 'open' | 'end' | 'reset' | 'reset-behind';
  } = {},
): HostileCase {
  const { ending = 'open', ...more } = rest;
  return {
    id,
    expected,
    ...more,
    play(socket, context) {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
        if (ending === 'end') socket.end();
        if (ending === 'reset-behind') context.reset();
        // A moment for the bytes to be read.
        if (ending === 'reset') setTimeout(context.reset, 30);
      });
    },
  };
}

/** Writes `chunk` for as long as the client takes it. */
export async function flood(socket: Socket, chunk: Buffer, { signal }: HostileContext): Promise<void> {
  while (!socket.destroyed && !signal.aborted) {
    if (!socket.write(chunk)) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          socket.off('drain', done).off('close', done);
          resolve();
        };
        socket.on('drain', done).on('close', done);
      });
    } else {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Writes `chunk` every `everyMs` for as long as the client stays. */
export function drip(socket: Socket, chunk: string, everyMs: number, { signal }: HostileContext): void {
  const timer = setInterval(() => {
    if (socket.destroyed || signal.aborted) clearInterval(timer);
    else socket.write(chunk);
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}
