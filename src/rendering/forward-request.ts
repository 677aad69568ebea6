import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ServiceError } from '../contract/failure.ts';
import { brokenBy, readResponse } from '../fetching/exchange.ts';
import { requestHead } from '../fetching/field-lines.ts';
import { ResponseParser } from '../fetching/response-parser.ts';
import type { TargetUrl } from '../fetching/target-url.ts';

/** Fields of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_FIELDS: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

interface ForwardEvents {
  /** Told of each part of the request's body before it is sent. */
  readonly onSent: (part: Uint8Array) => void;
  /** Told of an answer whose body breaks off, before the browser can notice. */
  readonly onBroken: (failure: ServiceError) => void;
}

/**
 * Sends a request of the browser in origin form over `socket`, which is closed afterwards, and streams the answer
 * back. Throws the failure that a fetch would give where the answer is no HTTP or breaks off; then nothing, or a part, has
 * been written to `response`.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url }: TargetUrl,
  socket: Socket,
  { onSent, onBroken }: ForwardEvents,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
    socket.destroy();
  });
  const broken = brokenBy(socket);
  const parser = new ResponseParser({
    onHead(status, fields) {
      response.writeHead(status, messageFields(fields));
      return request.method !== 'HEAD';
    },
    onBody: (part) => void response.write(part),
  });
  send(request, url, socket, onSent);
  try {
    await readResponse(socket, parser, broken, () =>
      response.writableNeedDrain ? once(response, 'drain', { signal: left.signal }) : undefined,
    );
  } catch (error) {
    if (parser.stage === 'body') onBroken(error as ServiceError);
    throw error;
  }
  response.end();
}

/** Sends a request without waiting for its end: an answer may come before that. What breaks is told to who reads. */
function send(request: IncomingMessage, url: URL, socket: Socket, onSent: ForwardEvents['onSent']): void {
  const { method = 'GET', headers } = request;
  const isChunked = 'transfer-encoding' in headers;
  const framing = isChunked ? ['transfer-encoding', 'chunked'] : [];
  socket.write(requestHead(method, url, [...messageFields(request.rawHeaders), ...framing]), 'latin1');
  if (!isChunked && !('content-length' in headers)) return;
  pipeline(partsOf(request, isChunked, onSent), socket, { end: false }).catch(() => undefined);
}

/** The parts of a body as they are asked for: a listener would have them flow before the connection takes them. */
async function* partsOf(
  request: IncomingMessage,
  isChunked: boolean,
  onSent: ForwardEvents['onSent'],
): AsyncGenerator<Buffer | string> {
  for await (const part of request as AsyncIterable<Buffer>) {
    onSent(part);
    if (isChunked) yield `${part.byteLength.toString(16)}\r\n`;
    yield part;
    if (isChunked) yield '\r\n';
  }
  if (isChunked) yield '0\r\n\r\n';
}

/** Name and value in turn, without the fields of the connection and without `Host`. */
function messageFields(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    if (!HOP_FIELDS.has(name) && name !== 'host') kept.push(raw[at]!, raw[at + 1]!);
  }
  return kept;
}
