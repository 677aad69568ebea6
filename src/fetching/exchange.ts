import type { Socket } from 'node:net';
import { type FailureReason, ServiceError } from '../contract/failure.ts';
import { BodyGatherer, type OnBytes } from './body-gatherer.ts';
import { type Deadline, orAborted } from './deadline.ts';
import { secureSocket, type TlsTrust } from './dial-address.ts';
import { responseTooLarge, transportFailure } from './fetch-failures.ts';
import { requestHead } from './field-lines.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { type ResponseHeaders, readHeaders } from './response-head.ts';
import { ResponseParser } from './response-parser.ts';
import { limitReadsPerTurn, onHiddenReset } from './socket-guards.ts';
import { type TargetUrl, textOfHost } from './target-url.ts';

/** What all exchanges of one fetch share. */
export interface ExchangeSettings {
  readonly connect: GuardedConnect;
  readonly trust: TlsTrust | undefined;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  /** Of the body; what it throws is what the exchange throws. */
  readonly onBytes?: OnBytes | undefined;
}

/** One response. `body` is still content-encoded. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Empty where the status has no body that is read (redirects, 304). */
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * One GET over a connection of its own, HTTP/1.1, under all caps. Throws `ServiceError` only: the failures of
 * the connection, `response_too_large`, `malformed_response`, or the reason of the deadline. Nothing is left
 * open when it returns.
 */
export async function exchange(
  target: TargetUrl,
  headers: Readonly<Record<string, string>>,
  settings: ExchangeSettings,
): Promise<ExchangeResponse> {
  const { connect, trust, deadline } = settings;
  const { signal } = deadline;
  const { url, host, port, secure } = target;
  deadline.check();
  const head = requestHead('GET', url, Object.entries(headers).flat());
  const carrier = await connect(host, port, signal);
  const socket = secure ? await secureSocket(carrier, textOfHost(host), trust, signal) : carrier;
  const broken = brokenBy(socket, carrier);
  try {
    limitReadsPerTurn(socket);
    socket.write(head, 'latin1');
    return await orAborted(receive(socket, broken, settings), signal);
  } finally {
    socket.destroy();
  }
}

/** What the connection broke by, once it has. A reset must not pass for the end of a body that ends with its connection. */
export function brokenBy(socket: Socket, carrier = socket): () => Error | undefined {
  let broken: Error | undefined;
  const note = (error: Error): void => {
    broken ??= error;
  };
  socket.on('error', note);
  // Under TLS a reset of the connection below may come as a mere close.
  socket.once('close', () => {
    if (!socket.readableEnded)
      note(Object.assign(new Error('closed without its end'), { code: 'ECONNRESET' }));
  });
  onHiddenReset(socket, note, carrier);
  return () => broken;
}

/** Faults of a body; the status of an error page says more than they do. */
const BODY_FAULTS: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'malformed_response',
  'response_too_large',
  'upstream_unreachable',
  'upstream_tls',
]);

async function receive(
  socket: Socket,
  broken: () => Error | undefined,
  { maxBytes, onBytes, deadline }: ExchangeSettings,
): Promise<ExchangeResponse> {
  const body = new BodyGatherer(maxBytes, onBytes);
  let status = 0;
  let headers = readHeaders([]);
  const parser = new ResponseParser(
    {
      onHead(answered, fields) {
        status = answered;
        headers = readHeaders(fields);
        if (status >= 300 && status < 400) return false;
        if (Number.parseInt(headers.first('content-length') ?? '0', 10) > maxBytes)
          throw responseTooLarge(maxBytes, 'Content-Length');
        return true;
      },
      onBody(part) {
        if (!body.add(part)) throw responseTooLarge(maxBytes, 'body on the wire');
      },
    },
    maxBytes,
  );
  try {
    await readResponse(socket, parser, broken);
  } catch (error) {
    const isFault = BODY_FAULTS.has((error as ServiceError).failure.reason);
    if (status < 400 || !isFault) throw error;
  }
  // A body that ends with its connection must not pass for complete when it was the deadline that ended it.
  deadline.check();
  return { status, headers, body: body.bytes() };
}

/**
 * Reads a connection up to the end of the response; `onRead` is waited for after each read. Throws `ServiceError`: what the parser
 * throws, or what the connection broke by. The connection is the caller's to close.
 */
export async function readResponse(
  socket: Socket,
  parser: ResponseParser,
  broken: () => Error | undefined,
  onRead?: () => Promise<unknown> | undefined,
): Promise<void> {
  try {
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      parser.feed(bytes as Buffer);
      await onRead?.();
      if (parser.isComplete) return;
    }
    const late = broken();
    if (late !== undefined) throw late;
    parser.end();
  } catch (error) {
    throw transportFailure(
      error instanceof ServiceError ? error : (broken() ?? (error as Error)),
      parser.stage,
    );
  }
}
