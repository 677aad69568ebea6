import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, invalid, type ServiceError } from '../contract/failure.ts';
import type { Holding } from '../conversion/held-bytes.ts';
import type { PageBytes } from '../conversion/ports.ts';
import { BodyGatherer } from '../fetching/body-gatherer.ts';
import type { HttpDeps } from './deps.ts';

/** A client that closes after its request would lose the answer to a reset if we closed with its bytes unread. */
const LINGER_MS = 500;

/**
 * Bytes around one byte of body: chunks of one byte have five, chunk extensions may not have more. The spare ones are what
 * Node reads at a time, which the parser has not seen when its first chunk arrives. Node bounds the extension of each
 * chunk, so that none goes by without a byte of body.
 */
const MAX_FRAMING_FACTOR = 8;
const FRAMING_SPARE_BYTES = 65_536;

/** What became of bodies that will never end, and who waits for them. */
const failed = new WeakMap<IncomingMessage, ServiceError>();
const waiting = new WeakMap<IncomingMessage, (failure: ServiceError) => void>();

/** Of this body no more will come: whoever reads it, now or later, is told why. */
export function failBody(raw: IncomingMessage, failure: ServiceError): void {
  failed.set(raw, failure);
  waiting.get(raw)?.(failure);
}

/** Throws `unsupported_content_type` for a body under a Content-Encoding. */
export function requirePlain(headers: IncomingMessage['headers']): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw fail(
    'unsupported_content_type',
    `Send the body without Content-Encoding; it is ${JSON.stringify(encoding.slice(0, 100))}.`,
  );
}

/**
 * The bytes of a body, to be transferred away. Throws `body_too_large` before more than `limitBytes` are kept,
 * `invalid_request` for one that ends early, what `holding` throws while it comes, what `failBody` was told. Asks a waiting client to go on
 * (`Expect: 100-continue`) only now. The holding stays: who has the bytes releases it.
 */
export async function readBody(
  raw: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  holding?: Holding,
): Promise<PageBytes> {
  if (Number(raw.headers['content-length'] ?? 0) > limitBytes) throw await tooLarge(raw, limitBytes);
  if (raw.headers.expect !== undefined) response.writeContinue();
  const body = new BodyGatherer(limitBytes, holding?.add);
  if (!(await gather(raw, body))) throw await tooLarge(raw, limitBytes);
  return body.bytes();
}

/** False when the body is too large. */
function gather(raw: IncomingMessage, body: BodyGatherer): Promise<boolean> {
  const { socket } = raw;
  const readBefore = socket.bytesRead;
  // A client that went while its credential was judged has been told of already.
  const before = failed.get(raw) ?? (raw.destroyed ? cut() : undefined);
  if (before !== undefined) return Promise.reject(before);
  return new Promise<boolean>((resolve, reject) => {
    const end = () => settle(() => resolve(true));
    const data = (chunk: Buffer) => {
      try {
        if (!body.add(chunk)) settle(() => resolve(false));
      } catch (noRoom) {
        settle(() => reject(noRoom));
      }
      const framingBytes = socket.bytesRead - readBefore - body.byteLength;
      if (framingBytes > body.byteLength * MAX_FRAMING_FACTOR + FRAMING_SPARE_BYTES)
        settle(() => reject(overFramed()));
    };
    const broken = () => settle(() => reject(cut()));
    const settle = (done: () => void) => {
      waiting.delete(raw);
      raw.off('data', data).off('end', end).off('close', broken).off('error', broken);
      done();
    };
    waiting.set(raw, (failure) => settle(() => reject(failure)));
    raw.on('data', data).on('end', end).on('close', broken).on('error', broken);
  });
}

const cut = (): ServiceError => invalid('Send the whole body: it ended before its length.');

async function tooLarge(raw: IncomingMessage, limitBytes: number): Promise<ServiceError> {
  raw.on('error', () => undefined);
  raw.resume();
  if (/close/i.test(raw.headers.connection ?? '') && raw.headers.expect === undefined) {
    await Promise.race([
      new Promise((resolve) => raw.once('close', resolve).once('end', resolve)),
      sleep(LINGER_MS),
    ]);
  }
  return fail('body_too_large', `Send at most ${limitBytes} bytes as body; this one is longer.`);
}

function overFramed(): ServiceError {
  const message =
    'Send the body in larger chunks without extensions: its framing is many times as long as itself.';
  return invalid(message);
}

/** Throws `unsupported_content_type` unless the body is declared as plain `application/json` in UTF-8, of which US-ASCII is a part. */
export function requireJson(headers: IncomingMessage['headers']): void {
  const given = headers['content-type'];
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  const utf8 = charset === undefined || /^"?(?:utf-?8|us-ascii)"?$/.test(charset);
  if (type !== 'application/json' || !utf8) {
    throw fail(
      'unsupported_content_type',
      `Send the body as "application/json" in UTF-8; its Content-Type is ${given === undefined ? 'missing' : JSON.stringify(given.slice(0, 100))}.`,
    );
  }
  requirePlain(headers);
}

/** Reads and parses a JSON body. Throws what `readBody` throws, `invalid_request` for what is not UTF-8 or not JSON. */
export async function readJsonBody(
  raw: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
): Promise<unknown> {
  return parseJson(await readBody(raw, response, limitBytes));
}

/** What `read` makes of the body of a request with a key, whose bytes count as held for the key until then. Throws what it and `readBody` throw. */
export async function heldBody<T>(
  { raw, caller }: FastifyRequest,
  reply: FastifyReply,
  { converter }: Pick<HttpDeps, 'converter'>,
  limitBytes: number,
  read: (body: PageBytes) => T,
): Promise<T> {
  const holding = converter.hold(caller!.keyId);
  try {
    return read(await readBody(raw, reply.raw, limitBytes, holding));
  } finally {
    holding.release();
  }
}

/** The JSON body of a request with a key. Throws what `readJsonBody` throws. */
export const jsonBodyOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'converter' | 'maxBodyBytes'>,
): Promise<unknown> => heldBody(request, reply, deps, deps.maxBodyBytes, parseJson);

/** The hook `preValidation` of a route whose JSON body has at most so many bytes. */
export const jsonBody = (limitBytes: number) => async (request: FastifyRequest, reply: FastifyReply) => {
  request.body = await readJsonBody(request.raw, reply.raw, limitBytes);
};

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('Send a JSON object as the body; it is empty.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw invalid('Send the body in UTF-8; it holds bytes that are not.', cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('Send a JSON object as the body; it does not parse as JSON.', cause);
  }
}
