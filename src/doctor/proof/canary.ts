import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A listener that nothing may ever connect to. */
export type Canary = NonNullable<Awaited<ReturnType<typeof startCanary>>>;

/**
 * Listens on `address` and `port` (0: a free one), answers every connection with a page that must not be read,
 * and counts. `undefined` where this host has no such address or the port is taken.
 */
export async function startCanary(address: string, port = 0) {
  let hits = 0;
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    hits += 1;
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    socket.once('data', (chunk) => {
      targets.push(chunk.toString('latin1').split(' ')[1] ?? '');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
    });
  });
  try {
    await once(server.listen({ host: address, port, ipv6Only: true }), 'listening');
  } catch {
    return undefined;
  }
  return {
    address,
    port: (server.address() as { port: number }).port,
    /** Connections so far; any is a hole. */
    hits: () => hits,
    /** Request targets that were asked for, such as `/a?b`. */
    targets: (): readonly string[] => targets,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
