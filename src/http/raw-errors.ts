import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Failure, fail, invalid, ServiceError } from '../contract/failure.ts';
import { errorAnswer, listedStatus } from './failure-status.ts';
import { ownPath, routeOfTarget } from './page-target.ts';
import { failBody } from './request-body.ts';
import { requestId } from './request-headers.ts';

function rawError(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    const message = 'Send fewer or shorter header fields: together they are over 16 KiB.';
    return { status: 431, failure: invalid(message).failure };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'Send the headers within 10 s and the whole request within 30 s: this one took longer.';
    return { status: 408, failure: fail('request_timeout', message).failure };
  }
  const message = 'Send a well-formed HTTP/1.1 request: this one could not be parsed.';
  return { status: 400, failure: invalid(message).failure };
}

/**
 * Answers what never became a request: broken syntax, oversize headers, slow clients. Where the head did, the answer is that
 * of the request, whose body fails. The connection is closed.
 */
export function answerClientError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  const answering = answers.get(socket);
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent === true) {
    socket.destroy();
    return;
  }
  const { failure, ...raw } = rawError(error.code);
  if (answering?.req.complete === false) {
    answering.setHeader('connection', 'close');
    failBody(answering.req, new ServiceError(failure, { cause: error }));
    return;
  }
  // A client reads what follows the head of an answer to HEAD as the next answer.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  endWith(socket, failure, listedStatus(raw.status, routeOf(answering?.req.url)), isHead);
}

/** Writes an error answer on a bare connection, and closes it. */
function endWith(socket: Duplex, failure: Failure, status: number, isHead = false): void {
  const { headers, body } = errorAnswer(failure, status, requestId({ headers: {} }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`, () => socket.destroy());
}

/** The route of a request that the router has not seen; '' before its head has come. */
function routeOf(url = ''): string {
  return routeOfTarget(ownPath(url.split('?', 1)[0]!));
}

/** The answer that a socket is waiting for, so that a late protocol error does not write into the middle of it. */
const answers = new WeakMap<Socket, ServerResponse>();

/**
 * Takes over the events that Node would answer without an envelope: unknown expectations, and `100-continue`, which is
 * answered only when the body is wanted (`readJsonBody`); and CONNECT, which it would leave without an answer.
 */
export function guardServer(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
    // What comes of a body that was not waited for has its answer already.
    const forget = () => {
      if (answers.get(request.socket) === response) answers.delete(request.socket);
    };
    response.once('close', () => (request.complete ? forget() : request.once('end', forget)));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const message = 'Use GET or POST on a path: this is no proxy, and CONNECT is not allowed here.';
    const { failure } = fail('method_not_allowed', message, { allow: ['GET', 'HEAD', 'POST', 'OPTIONS'] });
    socket.on('error', () => socket.destroy());
    endWith(socket, failure, 405);
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { failure } = invalid('Send "Expect: 100-continue" or no Expect field at all.');
    const status = listedStatus(417, routeOf(request.url));
    const { headers, body } = errorAnswer(failure, status, requestId(request));
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });
}
