import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileUpstream, startHostileUpstream, testPem } from '../hostile-upstream/hostile-upstream.ts';
import { type Canary, startCanary } from '../support/canary.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { startDnsServer, type TestDnsServer } from '../support/dns-server.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

let upstream: HostileUpstream;
let dns: TestDnsServer;
let canary: Canary;

beforeAll(async () => {
  upstream = await startHostileUpstream({ maxBytes: 256 * 1024 });
  dns = await startDnsServer({ 'site.example': ['127.0.0.1'] });
  canary = (await startCanary('127.0.0.1'))!;
});
afterAll(async () => {
  expect(canary.hits()).toBe(0);
  await Promise.all([upstream.close(), dns.close(), canary.close()]);
});

const proxyFor = (raw?: string) =>
  startConnectProxy({
    routes: {
      'site.example:80': upstream.plain.port,
      'site.example:443': upstream.tls.port,
      '93.184.216.34:80': upstream.plain.port,
      '[2606:4700::1]:80': upstream.plain.port,
    },
    ...(raw === undefined ? {} : { raw }),
  });

describe('behind an egress proxy', () => {
  test.each([
    ['http://site.example/length-two', 'page'],
    ['https://site.example/length-two', 'page'],
    ['http://93.184.216.34/length-two', 'page'],
    ['http://[2606:4700::1]/length-two', 'page'],
    ['http://site.example/redirect-301', 'page'],
    ['http://site.example/redirect-to-private', 'blocked_target'],
    ['http://site.example/redirect-to-localhost', 'blocked_target'],
    ['http://unknown.example/', 'upstream_unreachable'],
    ['http://10.0.0.1/', 'blocked_target'],
    ['http://127.0.0.1/', 'blocked_target'],
    ['http://0x7f.1/', 'blocked_target'],
    ['http://[::1]/', 'blocked_target'],
    ['http://[::ffff:127.0.0.1]/', 'blocked_target'],
    ['http://169.254.169.254/', 'blocked_target'],
    ['http://localhost/', 'blocked_target'],
    ['http://x.internal/', 'blocked_target'],
    ['http://printer/', 'blocked_target'],
    ['http://site.example:6379/', 'blocked_target'],
    ['http://site.example:22/', 'blocked_target'],
    ['http://user@site.example/', 'blocked_target'],
    ['ftp://site.example/', 'invalid_url'],
  ])('%s ends as %s', async (url, expected) => {
    const proxy = await proxyFor();
    const questions = dns.questions.length;
    const fetcher = testFetcher({ egressProxy: `http://127.0.0.1:${proxy.port}`, dnsServers: [dns.server] });
    const { outcome, page } = await outcomeOf(fetcher.fetch({ url }));
    expect(outcome).toBe(expected);
    if (expected === 'page') expect(textOf(page)).toBe('ok');
    if (expected === 'blocked_target' && !url.includes('redirect')) expect(proxy.tunnels).toEqual([]);
    expect(proxy.others()).toBe(0);
    expect(dns.questions.length).toBe(questions);
    await proxy.close();
  });

  test('the proxy resolves the name and is given its credentials', async () => {
    const proxy = await proxyFor();
    const fetcher = testFetcher({ egressProxy: `http://me:p%40ss@127.0.0.1:${proxy.port}` });
    expect((await outcomeOf(fetcher.fetch({ url: 'https://site.example/length-two' }))).outcome).toBe('page');
    expect(proxy.tunnels).toEqual([
      { authority: 'site.example:443', authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
    ]);
    expect(upstream.requests.at(-1)).not.toMatch(/proxy-authorization/i);
    await proxy.close();
  });

  test('a proxy behind TLS is verified', async () => {
    const routes = { 'site.example:80': upstream.plain.port };
    const good = await startConnectProxy({
      routes,
      tls: { key: testPem('server.key'), cert: testPem('site.pem') },
    });
    const bad = await startConnectProxy({
      routes,
      tls: { key: testPem('server.key'), cert: testPem('other.pem') },
    });
    const url = 'http://site.example/length-two';
    const through = (port: number) =>
      outcomeOf(testFetcher({ egressProxy: `https://127.0.0.1:${port}` }).fetch({ url }));
    expect((await through(good.port)).outcome).toBe('page');
    expect((await through(bad.port)).outcome).toBe('upstream_unreachable');
    await Promise.all([good.close(), bad.close()]);
  });

  test.each([
    ['HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n', 'blocked_target'],
    ['HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n', 'upstream_unreachable'],
    ['HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n', 'upstream_unreachable'],
    ['HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n', 'upstream_unreachable'],
    ['HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\n\r\n', 'upstream_unreachable'],
    ['nonsense\r\n\r\n', 'upstream_unreachable'],
    ['HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfake', 'upstream_unreachable'],
    [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 'upstream_unreachable'],
    ['', 'fetch_timeout'],
  ])('a proxy that answers %j ends as %s', async (raw, expected) => {
    const proxy = await proxyFor(raw);
    const fetcher = testFetcher({
      egressProxy: `http://127.0.0.1:${proxy.port}`,
      ...(expected === 'fetch_timeout' ? { timeoutMs: 500 } : {}),
    });
    expect((await outcomeOf(fetcher.fetch({ url: 'http://site.example/length-two' }))).outcome).toBe(
      expected,
    );
    await proxy.close();
  });

  test('a proxy that is not there is unreachable', async () => {
    const proxy = await proxyFor();
    await proxy.close();
    const fetcher = testFetcher({ egressProxy: `http://127.0.0.1:${proxy.port}` });
    expect((await outcomeOf(fetcher.fetch({ url: 'http://site.example/' }))).outcome).toBe(
      'upstream_unreachable',
    );
  });

  test.each(['', 'proxy:3128', 'ftp://proxy:21', 'socks5://proxy:1080', 'nonsense', 'http://a:%zz@proxy:1'])(
    'the setting %j is a start error',
    (egressProxy) => {
      expect(() => testFetcher({ egressProxy })).toThrow(/Correct PAGEMARK_EGRESS_PROXY/);
    },
  );
});

test('proxies of the environment are ignored', async () => {
  const names = [
    'HTTP_PROXY',
    'http_proxy',
    'HTTPS_PROXY',
    'https_proxy',
    'ALL_PROXY',
    'all_proxy',
    'NODE_USE_ENV_PROXY',
  ];
  const saved = names.map((name) => [name, process.env[name]] as const);
  for (const name of names)
    process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${canary.port}`;
  try {
    const fetcher = testFetcher({
      allow: [`127.0.0.1:${upstream.plain.port}`, `127.0.0.1:${upstream.tls.port}`],
    });
    for (const { origin } of [upstream.plain, upstream.tls]) {
      expect((await outcomeOf(fetcher.fetch({ url: `${origin}/length-two` }))).outcome).toBe('page');
    }
  } finally {
    for (const [name, value] of saved) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
