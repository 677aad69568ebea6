import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, testPem } from '../hostile-upstream/hostile-upstream.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const PAGE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A server on loopback that hands every socket to `serve`; returns its port. */
async function serveRaw(serve: (socket: Socket) => void, tls?: TlsOptions): Promise<number> {
  const sockets = new Set<Socket>();
  const server = tls === undefined ? createTcpServer() : createServer({ key: testPem('server.key'), ...tls });
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.on('tlsClientError', () => undefined);
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
    serve(socket.on('error', () => undefined)),
  );
  const port = await listen(server);
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return port;
}

const servePage = (tls: TlsOptions): Promise<number> =>
  serveRaw((socket) => socket.once('data', () => socket.write(PAGE)), tls);

async function fetchFrom(port: number, host = 'site.example', settings = {}) {
  const dns = await startDnsServer({
    'site.example': ['127.0.0.1'],
    'wrong.example': ['127.0.0.1'],
    'a.site.example': ['127.0.0.1'],
  });
  closers.push(() => dns.close());
  const fetcher = testFetcher({
    allow: [`127.0.0.1:${port}`],
    dnsServers: [dns.server],
    ...settings,
  });
  return outcomeOf(fetcher.fetch({ url: `https://${host}:${port}/` }));
}

describe('TLS', () => {
  test.each([
    ['a name of the certificate', 'site.pem', 'site.example', 'page'],
    ['a name of the certificate with a trailing dot', 'site.pem', 'site.example.', 'page'],
    ['a name under its wildcard', 'site.pem', 'a.site.example', 'page'],
    ['an address of the certificate', 'site.pem', '127.0.0.1', 'page'],
    ['a name that is not in it', 'site.pem', 'wrong.example', 'upstream_tls'],
    ['a certificate for another name', 'other.pem', 'site.example', 'upstream_tls'],
    ['an expired certificate', 'expired.pem', 'site.example', 'upstream_tls'],
    ['a self-signed certificate', 'self-signed.pem', 'site.example', 'upstream_tls'],
    ['an address that is not in it', 'other.pem', '127.0.0.1', 'upstream_tls'],
  ] as const)('with %s ends as expected', async (_what, cert, host, expected) => {
    const { outcome, page } = await fetchFrom(await servePage({ cert: testPem(cert) }), host);
    expect(outcome).toBe(expected);
    if (expected === 'page') expect(textOf(page)).toBe('ok');
  });

  test('trusts nobody but the roots of this process', async () => {
    const port = await servePage({ cert: testPem('site.pem') });
    expect((await fetchFrom(port, 'site.example', { trust: {} })).outcome).toBe('upstream_tls');
  });

  test('is verified even where the environment says otherwise', async () => {
    const saved = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const port = await servePage({ cert: testPem('self-signed.pem') });
      expect((await fetchFrom(port)).outcome).toBe('upstream_tls');
    } finally {
      if (saved === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = saved;
    }
  });

  test('names the host in SNI', async () => {
    const names: (string | undefined)[] = [];
    const port = await servePage({
      cert: testPem('site.pem'),
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    await fetchFrom(port, 'site.example.');
    expect(names).toEqual(['site.example']);
  });

  test('sends not a byte of the request before the certificate is checked', async () => {
    const received: Buffer[] = [];
    const port = await serveRaw((socket) => socket.on('data', (chunk) => received.push(chunk)), {
      cert: testPem('other.pem'),
    });
    expect((await fetchFrom(port)).outcome).toBe('upstream_tls');
    expect(received).toEqual([]);
  });

  test.each([
    ['older than 1.2', { cert: 'site.pem', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
    ['that offers another protocol', { cert: 'site.pem', ALPNProtocols: ['spdy/3'] }],
  ] as const)('%s ends as upstream_tls', async (_what, { cert, ...options }) => {
    const port = await servePage({
      ...options,
      cert: testPem(cert),
      ALPNProtocols: [...('ALPNProtocols' in options ? options.ALPNProtocols : [])],
    } as TlsOptions);
    expect((await fetchFrom(port)).outcome).toBe('upstream_tls');
  });

  test.each([
    ['plain HTTP', (socket: Socket) => socket.write(PAGE), 'upstream_tls'],
    ['noise', (socket: Socket) => socket.write('\x00\x01\x02'.repeat(100)), 'upstream_tls'],
    ['a close', (socket: Socket) => socket.end(), 'upstream_tls'],
    ['a reset', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()), 'upstream_tls'],
    ['silence', () => undefined, 'fetch_timeout'],
  ] as const)('answered by %s ends as expected', async (_what, serve, expected) => {
    const settings = expected === 'fetch_timeout' ? { timeoutMs: 500 } : {};
    expect((await fetchFrom(await serveRaw(serve), 'site.example', settings)).outcome).toBe(expected);
  });

  test('of an upstream asked for in plain HTTP is not HTTP', async () => {
    const port = await servePage({ cert: testPem('site.pem') });
    const { outcome } = await outcomeOf(
      testFetcher({ allow: [`127.0.0.1:${port}`] }).fetch({ url: `http://127.0.0.1:${port}/` }),
    );
    expect(outcome).toBe('upstream_unreachable');
  });
});
