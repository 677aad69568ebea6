import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { upstreamTls } from './fetch-failures.ts';

/** Trust of the TLS connections to upstreams. There is no switch that turns verification off. */
export interface TlsTrust {
  /** Certificates trusted in place of the built-in ones (PEM); operators use `NODE_EXTRA_CA_CERTS`. */
  readonly ca?: string | readonly string[];
}

/** Options of a TLS connection that is always verified for `host` (a name, or an address). */
export function verifiedTls(host: string, { ca }: TlsTrust): ConnectionOptions {
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
export function secureSocket(
  plain: Socket,
  host: string,
  trust: TlsTrust,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      plain.destroy();
      return reject(signal.reason);
    }
    const socket = connect({ socket: plain, ...verifiedTls(host, trust) });
    const leave = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('secureConnect', onSecure).off('error', onError).off('close', onClose);
    };
    const giveUp = (reason: unknown): void => {
      leave();
      socket.on('error', () => undefined).destroy();
      plain.on('error', () => undefined).destroy();
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal.reason);
    const onError = (error: Error): void => giveUp(upstreamTls(error));
    const onClose = (): void => giveUp(upstreamTls(new Error('closed during the handshake')));
    const onSecure = (): void => {
      leave();
      resolve(socket);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('secureConnect', onSecure).on('error', onError).on('close', onClose);
  });
}
