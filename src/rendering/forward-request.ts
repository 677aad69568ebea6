import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { ServiceError } from '../contract/failure.ts';
import { MAX_INTERIM_RESPONSES, singleConnectionClient } from '../fetching/exchange.ts';
import { type ExchangeStage, malformedResponse, transportFailure } from '../fetching/fetch-failures.ts';
import { capRawBytes, onHiddenReset } from '../fetching/socket-guards.ts';
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
  capRawBytes(socket, state);
  let interim = 0;
  // Adds `request` to the client, with the first page that is rendered: most processes render none.
  await import('undici');
  const client = singleConnectionClient(url.origin, async () => socket);
  const failureOf = (error: Error) => transportFailure(broken ?? error, state.stage);
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: [...messageFields(request.rawHeaders), 'Host', url.host],
      body: hasBody(request) ? Readable.from(partsOf(request, onSent)) : null,
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

function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}

/** The parts of a body as they are asked for: a listener would have them flow before the connection takes them. */
async function* partsOf(request: IncomingMessage, onSent: ForwardEvents['onSent']): AsyncGenerator<Buffer> {
  for await (const part of request as AsyncIterable<Buffer>) {
    onSent(part);
    yield part;
  }
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
