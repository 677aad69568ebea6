import { Socket } from 'node:net';

const NOTHING = Buffer.alloc(0);

/**
 * Tells of a reset that came together with the last bytes before it. libuv gives it out as an ordinary end
 * (`uv__stream_io`: a partial read with POLLHUP), and a body that ends with its connection would pass for whole. A write of
 * nothing makes the system say it: ECONNRESET, or EPIPE where the peer had ended the connection before. Call it before
 * anything else listens to the socket; `carrier`: what it runs on, for TLS.
 */
export function onHiddenReset(socket: Socket, tell: (reset: Error) => void, carrier = socket): void {
  socket.once('end', () => {
    // At the end Node has put a method that only fails in front of the class's own.
    Socket.prototype.write.call(
      carrier.on('error', () => undefined),
      NOTHING,
    );
    const { errored } = carrier;
    if ((errored as NodeJS.ErrnoException | null)?.code === 'ECONNRESET') tell(errored!);
  });
}
