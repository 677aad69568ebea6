import { Socket } from 'node:net';

/** What one connection may read in one turn of the event loop. A page of 1 MiB takes eight turns. */
const READ_BYTES_PER_TURN = 131_072;

/**
 * Lets a reader of `socket` take at most about `bytesPerTurn` in one turn of the event loop; the rest waits in the
 * socket for the next one. Without it Node reads up to 2 MiB before anything else runs, which in chunks of one
 * byte is 350,000 calls of the parser. The reader sees what it knows: `null` for now, then `readable`.
 */
export function limitReadsPerTurn(socket: Socket, bytesPerTurn = READ_BYTES_PER_TURN): void {
  const read = socket.read.bind(socket);
  let left = bytesPerTurn;
  let scheduled = false;
  let refused = false;
  const nextTurn = (): void => {
    scheduled = false;
    left = bytesPerTurn;
    if (refused && !socket.destroyed) {
      refused = false;
      socket.emit('readable');
    }
  };
  socket.read = (size?: number): Buffer | null => {
    // read(0) is how the stream itself asks for more.
    if (size === 0) return read(0);
    if (left <= 0) {
      refused = true;
      return null;
    }
    const chunk: Buffer | null = read(size);
    if (chunk !== null) {
      left -= chunk.length;
      if (!scheduled) {
        scheduled = true;
        setImmediate(nextTurn);
      }
    }
    return chunk;
  };
}

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
