import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Client, Dispatcher } from 'undici';
import { ServiceError } from '../contract/failure.ts';
import { MAX_HEADER_BYTES, MAX_INTERIM_RESPONSES, MAX_RAW_HEAD_BYTES } from '../fetching/exchange.ts';
import {
  type ExchangeStage,
  malformedResponse,
  responseTooLarge,
  transportFailure,
  upstreamUnreachable,
} from '../fetching/fetch-failures.ts';
import { capRawBytes, onHiddenReset } from '../fetching/socket-guards.ts';
import type { TargetUrl } from '../fetching/target-url.ts';

/** Fields of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Sends a request of the browser in origin form over `socket`, which is closed afterwards, and streams the answer
 * back. Throws the failure that a fetch would give where the answer is no HTTP or breaks off; then nothing, or a part, has
 * been written to `response`. `onBroken` is told of a body that breaks off before the browser can notice.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url }: TargetUrl,
  socket: Socket,
  onBroken: (failure: ServiceError) => void,
): Promise<void> {
  response.once('close', () => socket.destroy());
  const state = { stage: 'head' as ExchangeStage, bodyBytes: 0 };
  /** What the connection broke by; the client names its own end of it otherwise. */
  let broken: Error | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error instanceof ServiceError || /^E[A-Z]+$/.test(error.code ?? '')) broken ??= error;
  });
  onHiddenReset(socket, (reset) => {
    broken ??= reset;
  });
  capRawBytes(socket, MAX_RAW_HEAD_BYTES, state, (stage) =>
    stage === 'head'
      ? responseTooLarge(MAX_HEADER_BYTES, 'raw bytes', 'header fields')
      : responseTooLarge(state.bodyBytes, 'framing'),
  );
  let interim = 0;
  const client = await clientOver(socket, url.origin);
  const failureOf = (error: Error) => transportFailure(broken ?? error, state.stage, MAX_HEADER_BYTES);
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: [...messageFields(request.rawHeaders), 'Host', url.host],
      body: 'content-length' in request.headers || 'transfer-encoding' in request.headers ? request : null,
      responseHeaders: 'raw',
      onInfo: ({ statusCode }) => {
        interim += 1;
        if (interim > MAX_INTERIM_RESPONSES)
          socket.destroy(malformedResponse(`interim response ${statusCode}`));
      },
    });
    state.stage = 'body';
    if (answer.statusCode > 599) throw malformedResponse(`status ${answer.statusCode}`);
    response.writeHead(answer.statusCode, messageFields(answer.headers as unknown as readonly string[]));
    answer.body.on('data', (chunk: Buffer) => {
      state.bodyBytes += chunk.byteLength;
    });
    answer.body.once('error', (error) => onBroken(failureOf(error)));
    await pipeline(answer.body, response, { end: false });
    // A reset must not pass for the end of a body that ends with its connection.
    if (broken !== undefined) throw broken;
    response.end();
  } catch (error) {
    throw failureOf(error as Error);
  } finally {
    client.destroy(() => undefined);
  }
}

/** A client that has this one connection, and no limits of time but that of the render. */
async function clientOver(socket: Socket, origin: string): Promise<Client> {
  // With the first page that is rendered: most processes render none.
  const { Client } = await import('undici');
  let isGiven = false;
  return new Client(origin, {
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect(_options, callback) {
      // A connection that ends before its answer is asked for again, without end: there is no other.
      const isAgain = isGiven;
      isGiven = true;
      // Called back at once, the client never begins.
      setImmediate(() => (isAgain ? callback(upstreamUnreachable('closed'), null) : callback(null, socket)));
    },
  });
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
