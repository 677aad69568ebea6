import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which every round trip takes so much longer, as between machines. */
export interface SlowLink {
  /** That of the server, by this way. */
  readonly url: string;
  /** Nothing arrives any more, nor that a socket was closed: as of a machine that stands still. */
  freeze(): void;
  close(): Promise<void>;
}

/** Opens a way to the server of a URL; what is sent there arrives `delayMs` late, in its order. */
export async function openSlowLink(url: string, delayMs: number): Promise<SlowLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const link = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one.setNoDelay());
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!isFrozen) other.destroy();
      });
    }
    near.on('data', (sent) => setTimeout(() => isFrozen || far.destroyed || far.write(sent), delayMs));
    far.pipe(near);
  });
  link.listen(0, '127.0.0.1');
  await once(link, 'listening');
  const here = new URL(url);
  here.port = String((link.address() as AddressInfo).port);
  return {
    url: here.href,
    freeze() {
      isFrozen = true;
    },
    async close() {
      const closed = once(link, 'close');
      link.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
