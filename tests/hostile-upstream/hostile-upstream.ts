import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { BODY_CASES } from './body-cases.ts';
import { FRAMING_CASES } from './framing-cases.ts';
import { answer, type HostileCase } from './hostile-case.ts';
import { LENIENT_CASES } from './lenient-cases.ts';
import { STATUS_CASES } from './status-cases.ts';

/** Every case, by its path `/<id>`. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...FRAMING_CASES,
  ...LENIENT_CASES,
  ...BODY_CASES,
  ...STATUS_CASES,
];

/** Two servers on loopback, one of them TLS, that play the cases. */
export interface HostileUpstream {
  readonly plain: { readonly port: number; readonly origin: string };
  readonly tls: { readonly port: number; readonly origin: string };
  /** Request heads so far, in order. */
  readonly requests: readonly string[];
  /** Connections that are open now. */
  openSockets(): number;
  close(): Promise<void>;
}

export interface HostileUpstreamOptions {
  /** The cap on bytes of the fetcher under test. */
  readonly maxBytes: number;
  /** Name used in the origins, for a test whose resolver knows it; default `127.0.0.1`. */
  readonly host?: string;
}

/** A file of `tests/support/tls/`. */
export function testPem(
  name:
    | 'ca.pem'
    | 'site.pem'
    | 'example.pem'
    | 'other.pem'
    | 'expired.pem'
    | 'self-signed.pem'
    | 'server.key',
): string {
  return readFileSync(new URL(`../support/tls/${name}`, import.meta.url), 'utf8');
}

/** Starts both servers on free ports of 127.0.0.1. */
export async function startHostileUpstream({
  maxBytes,
  host = '127.0.0.1',
}: HostileUpstreamOptions): Promise<HostileUpstream> {
  const cases = new Map(HOSTILE_CASES.map((each) => [each.id, each]));
  const sockets = new Set<Socket>();
  const carriers = new Map<number, Socket>();
  const requests: string[] = [];
  const closing = new AbortController();
  const origins = { plain: '', tls: '' };

  const onConnection = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const request = received.slice(0, end);
        received = received.slice(end + 4);
        requests.push(request);
        play(socket, request);
      }
    });
  };
  const play = (socket: Socket, request: string): void => {
    const target = request.split(' ')[1] ?? '/';
    const found = cases.get(target.slice(1).split('?')[0] ?? '');
    if (found === undefined) return void socket.end(answer([], 'no such case', '404 Not Found'));
    Promise.resolve(
      found.play(socket, {
        head: request,
        target,
        maxBytes,
        origins,
        reset: () => void carriers.get(socket.remotePort ?? 0)?.resetAndDestroy(),
        signal: closing.signal,
      }),
    ).catch(() => socket.destroy());
  };

  const plain = createTcpServer(onConnection);
  const tls = createTlsServer({ key: testPem('server.key'), cert: testPem('site.pem') }, onConnection);
  tls.on('tlsClientError', () => undefined);
  for (const server of [plain, tls]) {
    // A TLS socket cannot reset; the one that it runs on can.
    server.prependListener('connection', (socket: Socket) => {
      const port = socket.remotePort ?? 0;
      carriers.set(port, socket);
      socket.once('close', () => carriers.delete(port));
    });
  }
  const [plainPort, tlsPort] = await Promise.all([listen(plain), listen(tls)]);
  origins.plain = `http://${host}:${plainPort}`;
  origins.tls = `https://${host}:${tlsPort}`;
  return {
    plain: { port: plainPort, origin: origins.plain },
    tls: { port: tlsPort, origin: origins.tls },
    requests,
    openSockets: () => sockets.size,
    async close() {
      closing.abort();
      for (const socket of sockets) socket.destroy();
      await Promise.all([plain, tls].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Listens on a free port of `address` and returns the port. */
export async function listen(server: Server, address = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return (server.address() as { port: number }).port;
}
