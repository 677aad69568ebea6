import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';

/** A CONNECT proxy on loopback that resolves names by its own table. */
export interface ConnectProxy {
  readonly port: number;
  /** Authority and Proxy-Authorization of every CONNECT so far. */
  readonly tunnels: readonly { readonly authority: string; readonly authorization: string | undefined }[];
  /** Requests that were no CONNECT. */
  readonly others: () => number;
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Where an authority `host:port` leads; 502 when it is not listed. */
  readonly routes: Readonly<Record<string, number>>;
  /** Answers with this raw text instead of a tunnel. */
  readonly raw?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts the proxy on a free port of 127.0.0.1; routes lead to ports of 127.0.0.1. */
export async function startConnectProxy({ routes, raw, tls }: ConnectProxyOptions): Promise<ConnectProxy> {
  const tunnels: { authority: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  let others = 0;
  const track = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
  };
  const server: Server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('connection', track);
  server.on('request', (_request, response) => {
    others += 1;
    response.end();
  });
  server.on('connect', (request, client: Socket) => {
    client.on('error', () => undefined);
    const authority = request.url ?? '';
    tunnels.push({ authority, authorization: request.headers['proxy-authorization'] });
    const port = routes[authority];
    if (raw !== undefined) client.write(raw);
    else if (port === undefined) client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    else {
      const target = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      track(target);
      target.pipe(client).pipe(target);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    tunnels,
    others: () => others,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
