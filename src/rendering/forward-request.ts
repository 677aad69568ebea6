import { type IncomingMessage, type ServerResponse, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { malformedResponse } from '../fetching/fetch-failures.ts';
import type { TargetUrl } from '../fetching/target-url.ts';

const MAX_HEADER_BYTES = 65_536;

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
 * back. Rejects when the answer is no HTTP or breaks off; then nothing, or a part, has been written to `response`.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url }: TargetUrl,
  socket: Socket,
): Promise<void> {
  response.once('close', () => socket.destroy());
  const call = startRequest({
    method: request.method,
    path: url.pathname + url.search,
    headers: [...messageFields(request.rawHeaders), 'Host', url.host, 'Connection', 'close'],
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Without an agent: one would dial by itself.
    createConnection: () => socket,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
    call.once('upgrade', (_answer, upgraded) => {
      upgraded.destroy();
      reject(malformedResponse('unasked upgrade'));
    });
  });
  request.pipe(call);
  const answer = await answered;
  call.on('error', () => undefined);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, messageFields(answer.rawHeaders));
  await pipeline(answer, response);
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
