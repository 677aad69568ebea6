import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ServiceError } from '../contract/failure.ts';
import { MAX_HEADER_BYTES, responseTooLarge, upstreamUnreachable } from '../fetching/fetch-failures.ts';
import type { GuardedConnect } from '../fetching/guarded-connect.ts';
import { parseTargetUrl, type TargetUrl, textOfHost } from '../fetching/target-url.ts';
import { forwardRequest } from './forward-request.ts';

/** Connections of the browser that are open at a time; more are closed unanswered. */
const MAX_CLIENT_CONNECTIONS = 256;
/** Failures that are remembered, by authority. */
const MAX_REMEMBERED = 1000;

/** A loopback proxy for one render: the only network its browser context has. */
export type EgressGate = Awaited<ReturnType<typeof openEgressGate>>;

interface EgressGateSettings {
  /** The one way out: judges name, port and every address, and dials the judged address. */
  readonly connect: GuardedConnect;
  readonly limits: TrafficLimits;
  /** Called when they are reached. */
  readonly onSpent?: (failure: ServiceError) => void;
  /** Ends connection attempts, as closing the gate does; it must still be closed. */
  readonly signal: AbortSignal;
}

/**
 * Opens a gate on a free port of 127.0.0.1. It speaks CONNECT and plain HTTP in absolute form, wants its own
 * credentials first (RFC 9110, 11.7), and hands every host to the guarded connection. Rejects only when no port can be
 * listened on.
 */
export async function openEgressGate({ connect, limits, signal, onSpent }: EgressGateSettings) {
  const username = 'render';
  const password = randomBytes(24).toString('base64url');
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const sockets = new Set<Socket>();
  const failures = new Map<string, ServiceError>();
  const closing = new AbortController();
  const attempts = AbortSignal.any([signal, closing.signal]);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const left = { ...limits };
  let spent: ServiceError | null = null;
  /** Takes of what is left; what would be more is the end of the traffic. */
  const take = (limit: keyof TrafficLimits, amount: number): void => {
    left[limit] -= amount;
    if (spent !== null || left[limit] >= 0) return;
    spent = responseTooLarge(limits.maxBytes, 'traffic of a render');
    cut();
    onSpent?.(spent);
  };
  /** Listened to where the data is read: a listener alone would let it flow away. */
  const count = (chunk: Buffer): void => take('maxBytes', chunk.byteLength);
  const countSent = (chunk: Uint8Array): void => take('maxSentBytes', chunk.byteLength);
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };

  /** Parses, judges and dials for `client`; remembers why not. */
  const open = async (
    url: string,
    client: Socket,
  ): Promise<{ readonly target: TargetUrl; readonly socket: Socket }> => {
    try {
      const target = parseTargetUrl(url);
      take('maxConnections', 1);
      if (spent !== null) throw spent;
      const socket = await connect(target.host, target.port, attempts);
      track(socket);
      // What was dialled for nobody would stay open for as long as its other end likes.
      if (client.destroyed || closing.signal.aborted) socket.destroy();
      failures.delete(authorityOf(url));
      return { target, socket };
    } catch (error) {
      remember(failures, url, error);
      throw error;
    }
  };

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false });
  server.maxConnections = MAX_CLIENT_CONNECTIONS;
  server.on('connection', track);
  server.on('connect', (request, client: Socket, head: Buffer) => {
    if (!isAuthorised(request, expected)) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${CHALLENGE}Connection: close\r\n\r\n`);
      return;
    }
    open(`https://${request.url ?? ''}/`, client).then(
      ({ socket }) => {
        countSent(head);
        tunnel(client.on('data', countSent), socket.on('data', count), head);
      },
      () => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    );
  });
  server.on('request', (request, response) => {
    if (!isAuthorised(request, expected)) {
      response.writeHead(407, { 'proxy-authenticate': REALM, 'content-length': 0 }).end();
      return;
    }
    const url = request.url ?? '';
    const note = (error: unknown): void => remember(failures, url, error);
    // https comes through CONNECT alone: here its TLS would be nobody's.
    if (!url.startsWith('http://')) refuse(request, response);
    else {
      open(url, request.socket)
        .then(({ target, socket }) =>
          forwardRequest(request, response, target, socket.on('data', count), {
            onSent: countSent,
            onBroken: note,
          }),
        )
        .catch((error: unknown) => {
          note(error);
          refuse(request, response);
        });
    }
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    /** As a browser takes it. */
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Made for this gate alone, so that no other process of this machine can use it. */
    username,
    password,
    /** Why the last exchange with the authority of `url` failed, or what cut it, which fails in many ways; undefined: it did not. */
    failureFor: (url: string): ServiceError | undefined => spent ?? failures.get(authorityOf(url)),
    /** Counts a request of the page that is answered without the gate, or on its way to it. */
    countRequest: (): void => take('maxRequests', 1),
    /** Set once the traffic limits were reached and all connections have been cut. */
    get spent(): ServiceError | null {
      return spent;
    },
    /** Cuts every connection and stops listening. Idempotent. */
    close(): void {
      closing.abort(upstreamUnreachable(new Error('the render has ended')));
      server.close();
      cut();
    },
  };
}

const REALM = 'Basic realm="pagemark"';
const CHALLENGE = `Proxy-Authenticate: ${REALM}\r\nContent-Length: 0\r\n`;

function isAuthorised(request: IncomingMessage, expected: string): boolean {
  const given = Buffer.from(request.headers['proxy-authorization'] ?? '');
  const wanted = Buffer.from(expected);
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}

function tunnel(client: Socket, upstream: Socket, head: Buffer): void {
  client.once('close', () => upstream.destroy());
  upstream.once('close', () => client.destroy());
  client.write('HTTP/1.1 200 OK\r\n\r\n');
  if (head.byteLength > 0) upstream.write(head);
  upstream.pipe(client);
  client.pipe(upstream);
}

/** No answer at all: an error page of ours could pass for the page that was asked for. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) request.socket.destroy();
  else response.destroy();
}

function remember(failures: Map<string, ServiceError>, url: string, error: unknown): void {
  const failure = error instanceof ServiceError ? error : upstreamUnreachable(error);
  if (failures.size < MAX_REMEMBERED) failures.set(authorityOf(url), failure);
}

/** Host and port, whatever the scheme: a tunnel does not say which one runs inside. */
function authorityOf(url: string): string {
  try {
    const { host, port } = parseTargetUrl(url.replace(/^ws/, 'http'));
    return `${textOfHost(host)} ${port}`;
  } catch {
    return url.slice(0, 200);
  }
}

/** What one render may receive and send and how many connections it may make, over all of its requests. */
interface TrafficLimits {
  /** Bytes from upstreams, TLS and header fields included. */
  readonly maxBytes: number;
  /** Bytes to upstreams: a page must not use the service to flood others. */
  readonly maxSentBytes: number;
  readonly maxConnections: number;
  /** Requests, answered here or by upstreams: each is work for the driver. */
  readonly maxRequests: number;
}
