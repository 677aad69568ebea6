import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which every round trip takes so much longer, as between machines. */
export interface SlowLink {
  /** That of the server, by this way. */
  readonly url: string;
  /** Once a text has passed, nothing arrives any more, nor that a socket was closed: as of a machine that stands still. */
  freezeAfter(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a way to the server of a URL; what is sent there arrives `delayMs` late, in its order. */
export async function openSlowLink(url: string, delayMs: number): Promise<SlowLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let sees = (_: Buffer): void => undefined;
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
    const arrive = (sent: Buffer) => {
      if (isFrozen || far.destroyed) return;
      far.write(sent);
      sees(sent);
    };
    near.on('data', (sent) => setTimeout(arrive, delayMs, sent));
    far.pipe(near);
  });
  link.listen(0, '127.0.0.1');
  await once(link, 'listening');
  const here = new URL(url);
  here.port = String((link.address() as AddressInfo).port);
  return {
    url: here.href,
    freezeAfter: (text) =>
      new Promise((resolve) => {
        sees = (sent) => {
          if (!sent.includes(text)) return;
          isFrozen = true;
          resolve();
        };
      }),
    async close() {
      const closed = once(link, 'close');
      link.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
