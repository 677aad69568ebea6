import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { opened } from './dial-address.ts';
import { upstreamTls } from './fetch-failures.ts';

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
    return await opened(connect({ socket: plain, ...verifiedTls(host, trust) }), 'secureConnect', signal);
  } catch (error) {
    plain.on('error', () => undefined).destroy();
    throw signal.aborted ? signal.reason : upstreamTls(error);
  }
}
