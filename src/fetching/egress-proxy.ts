import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseUrl } from '../contract/address.ts';
import { blockedTarget, upstreamUnreachable } from './fetch-failures.ts';
import { type TlsTrust, verifiedTls } from './secure-socket.ts';

/** An HTTP CONNECT proxy of the operator (`PAGEMARK_EGRESS_PROXY`), which resolves names. */
interface EgressProxy {
  /** Opens a tunnel to `host:port`; throws `upstream_unreachable`, or `blocked_target` when the proxy says 403. */
  tunnel(host: string, port: number, signal: AbortSignal): Promise<Socket>;
}

/**
 * Reads `http(s)://[user:password@]host:port`. Throws a plain `Error` when it is not that (a start error). The
 * proxy itself is the operator's own endpoint, so that the egress rule does not judge its address.
 */
export function createEgressProxy(address: string, trust: TlsTrust = {}): EgressProxy {
  const proxy = parseUrl(address);
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol) || proxy.hostname === '') {
    throw new Error('Correct PAGEMARK_EGRESS_PROXY: give http://host:port or https://host:port');
  }
  return { tunnel: (host, port, signal) => openTunnel(proxy, trust, host, port, signal) };
}

function openTunnel(
  proxy: URL,
  trust: TlsTrust,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const secure = proxy.protocol === 'https:';
  const proxyHost = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const proxyPort = Number(proxy.port || (secure ? 443 : 80));
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const call = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      maxHeaderSize: 16_384,
      createConnection: () =>
        secure
          ? connectTls({ port: proxyPort, ...verifiedTls(proxyHost, trust) })
          : connect({ host: proxyHost, port: proxyPort, noDelay: true }),
    });
    const settle = (how: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      how();
    };
    const refuse = (reason: unknown): void => {
      settle(() => reject(reason));
      call.on('error', () => undefined).destroy();
    };
    const onAbort = (): void => refuse(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const onAnswer = (status: number | undefined, socket: Socket, head: Buffer): void => {
      if (status === 200 && head.length === 0) {
        settle(() => resolve(socket));
      } else {
        socket.destroy();
        refuse(
          status === 403 ? blockedTarget('egress proxy') : upstreamUnreachable(new Error(`proxy: ${status}`)),
        );
      }
    };
    call.on('connect', (answer, socket, head) => onAnswer(answer.statusCode, socket, head));
    call.on('response', (answer) => onAnswer(answer.statusCode, answer.socket, Buffer.alloc(0)));
    call.on('error', (error) => refuse(upstreamUnreachable(error)));
    call.end();
  });
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
