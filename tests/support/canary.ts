import { createServer, type Server, type Socket } from 'node:net';

/** A listener that nothing may ever connect to. */
export interface Canary {
  readonly address: string;
  readonly port: number;
  /** Connections so far; any is a hole. */
  readonly hits: () => number;
  close(): Promise<void>;
}

/**
 * Listens on `address` and `port` (0: a free one), answers every connection with a page that must not be read,
 * and counts. `undefined` where this host has no such address.
 */
export async function startCanary(address: string, port = 0): Promise<Canary | undefined> {
  let hits = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    hits += 1;
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret');
  });
  if (!(await tryListen(server, address, port))) return undefined;
  return {
    address,
    port: (server.address() as { port: number }).port,
    hits: () => hits,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function tryListen(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: address, port, ipv6Only: true }, () => resolve(true));
  });
}

/** Canaries on other loopback addresses at the same ports, and on another port of the same address. */
export async function startCanaries(ports: readonly number[]): Promise<readonly Canary[]> {
  const places = [
    ...['127.0.0.2', '127.0.0.3', '127.1.1.1', '::1'].flatMap((address) =>
      ports.map((port) => [address, port] as const),
    ),
    ['127.0.0.1', 0] as const,
  ];
  const canaries = await Promise.all(places.map(([address, port]) => startCanary(address, port)));
  return canaries.filter((canary) => canary !== undefined);
}
