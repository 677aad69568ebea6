import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseHttpUrl } from '../contract/address.ts';
import { ServiceError } from '../contract/failure.ts';
import { type TlsTrust, verifiedTls } from './dial-address.ts';
import { blockedTarget, upstreamUnreachable } from './fetch-failures.ts';
import { EGRESS_PROXY } from './unreachable-cause.ts';

/** Opens a tunnel to `host:port`; throws `upstream_unreachable`, or `blocked_target` when the proxy says 403. */
type Tunnel = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

/**
 * An HTTP CONNECT proxy of the operator (`PAGEMARK_EGRESS_PROXY`: `http(s)://[user:password@]host:port`), which resolves
 * names. Throws a plain `Error` when `address` is not that (a start error). The proxy itself is the operator's own endpoint,
 * so that the egress rule does not judge its address.
 */
export function createEgressProxy(address: string, trust?: TlsTrust): Tunnel {
  const proxy = parseHttpUrl(address);
  const authorization = proxy && proxyAuthorization(proxy);
  if (proxy === undefined || proxy.hostname === '' || authorization === undefined) {
    throw new Error('Correct PAGEMARK_EGRESS_PROXY: give http://host:port or https://host:port');
  }
  const secure = proxy.protocol === 'https:';
  const proxyHost = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const proxyPort = Number(proxy.port || (secure ? 443 : 80));
  const openConnection = (): Socket =>
    secure
      ? connectTls({ port: proxyPort, ...verifiedTls(proxyHost, trust) })
      : connect({ host: proxyHost, port: proxyPort, noDelay: true });
  return async (host, port, signal) => {
    signal.throwIfAborted();
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const call = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization },
      maxHeaderSize: 16_384,
      createConnection: openConnection,
    });
    call.end();
    try {
      // Node gives out every answer to CONNECT as this event, whatever its status.
      const [{ statusCode }, socket, head] = (await once(call, 'connect', { signal })) as Connected;
      if (statusCode === 200 && head.length === 0) return socket;
      socket.destroy();
      throw statusCode === 403 ? blockedTarget(EGRESS_PROXY) : new Error(`proxy: ${statusCode}`);
    } catch (error) {
      call.on('error', () => undefined).destroy();
      if (signal.aborted) throw signal.reason;
      throw error instanceof ServiceError
        ? error
        : upstreamUnreachable(new Error(EGRESS_PROXY, { cause: error }));
    }
  };
}

type Connected = [answer: IncomingMessage, socket: Socket, head: Buffer];

/** Undefined where what is given does not decode. */
function proxyAuthorization({ username, password }: URL): Record<string, string> | undefined {
  if (username === '' && password === '') return {};
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
  } catch {
    return undefined;
  }
}
