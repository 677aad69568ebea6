import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { isSameAddress } from './address-policy/ip-address.ts';
import { fetchTimedOut, upstreamTls, upstreamUnreachable } from './fetch-failures.ts';

/** How many addresses of one name are tried. */
export const MAX_DIALLED_ADDRESSES = 16;

/** The longest wait for one address while others are left; the last one has the rest of the deadline. */
const DIAL_TIMEOUT_MS = 3_000;

/** Opens a TCP connection to one address and port. Rejects with the error of the system, or the signal's reason. */
export type Dialler = (address: string, port: number, signal: AbortSignal) => Promise<Socket>;

/**
 * Waits for the event that opens a socket. A socket that fails or closes before is destroyed: throws its error, or the
 * reason of `signal`.
 */
function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onOpened).off('error', giveUp).off('close', onClose);
    };
    const giveUp = (reason: unknown): void => {
      leave();
      socket.on('error', () => undefined).destroy();
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal.reason);
    const onClose = (): void => giveUp(new Error('closed before it was open'));
    const onOpened = (): void => {
      leave();
      resolve(socket);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on(event, onOpened).on('error', giveUp).on('close', onClose);
  });
}

/**
 * Dials exactly the given address, never a name, with no second attempt on another family. The socket is handed
 * over only once its remote address is the one asked for, before a byte is written.
 */
export const dialAddress: Dialler = async (address, port, signal) => {
  signal.throwIfAborted();
  const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true });
  await opened(socket, 'connect', signal);
  if (isSameAddress(socket.remoteAddress ?? '', address)) return socket;
  socket.on('error', () => undefined).destroy();
  throw new Error('another peer answered');
};

/**
 * Dials the first {@link MAX_DIALLED_ADDRESSES} in turn and takes the first that connects. Throws
 * `upstream_unreachable` when none does, `fetch_timeout` when the last one was merely too slow.
 */
export async function dialInTurn(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  dial: Dialler = dialAddress,
): Promise<Socket> {
  const tried = addresses.slice(0, MAX_DIALLED_ADDRESSES);
  let lastError: unknown;
  for (const [at, address] of tried.entries()) {
    const isLast = at === tried.length - 1;
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(new Error('slow address')), DIAL_TIMEOUT_MS);
    try {
      return await dial(address, port, isLast ? signal : AbortSignal.any([signal, slow.signal]));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      lastError = error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw (lastError as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
    ? fetchTimedOut('connect')
    : upstreamUnreachable(lastError);
}

/** Trust of the TLS connections to upstreams. There is no switch that turns verification off. */
export interface TlsTrust {
  /** Certificates trusted in place of the built-in ones (PEM); operators use `NODE_EXTRA_CA_CERTS`. */
  readonly ca?: string | readonly string[];
}

/** Options of a TLS connection that is always verified for `host` (a name, or an address). */
export function verifiedTls(host: string, { ca }: TlsTrust = {}): ConnectionOptions {
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Given explicitly, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
  };
}

/**
 * Starts TLS on a connected socket, verified for `host` (a name without trailing dot, or an address), offering
 * HTTP/1.1. Throws `upstream_tls` for any certificate or handshake fault, or the reason of `signal`. The plain
 * socket is destroyed when it fails.
 */
export async function secureSocket(
  plain: Socket,
  host: string,
  trust: TlsTrust | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  try {
    signal.throwIfAborted();
    return await opened(connectTls({ socket: plain, ...verifiedTls(host, trust) }), 'secureConnect', signal);
  } catch (error) {
    plain.on('error', () => undefined).destroy();
    throw signal.aborted ? signal.reason : upstreamTls(error);
  }
}
