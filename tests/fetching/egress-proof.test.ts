import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import { runEgressProof } from '../../src/doctor/proof/egress-proof.ts';
import { dialAddress } from '../../src/fetching/dial-address.ts';
import { createFetcher, type FetcherSettings, type PageFetcher } from '../../src/fetching/fetch-page.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';

const SETTINGS: FetcherSettings = {
  ports: [80, 443, 8080, 8443],
  allow: [{ kind: 'cidr', address: '127.0.0.0', prefix: 8 }],
  ownPorts: () => [],
  dnsServers: [],
  timeoutMs: 60_000,
  maxResponseBytes: 1_000_000,
  userAgent: 'pagemark-test/1',
};

describe('runEgressProof', () => {
  test('holds on this machine', async () => {
    const results = await runEgressProof(SETTINGS);
    expect(results.filter(({ verdict }) => verdict !== 'held')).toEqual([]);
    expect(results.length).toBeGreaterThan(150);
    const groups = new Set(results.map(({ group }) => group));
    expect([...groups].sort()).toEqual(
      expect.arrayContaining(['control', 'dns', 'name', 'network', 'port', 'redirect', 'spelling', 'url']),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
  });

  test('makes few attempts at a time, so that a slow machine is not told to have holes', async () => {
    let [open, mostOpen] = [0, 0];
    const counting = (settings: FetcherSettings): PageFetcher => {
      const fetcher = createFetcher(settings);
      return {
        ...fetcher,
        async fetch(request) {
          mostOpen = Math.max(mostOpen, ++open);
          return fetcher.fetch(request).finally(() => open--);
        },
      };
    };
    await runEgressProof(SETTINGS, { createFetcher: counting });
    expect(mostOpen).toBeLessThanOrEqual(20);
  });

  test('leaves names to an egress proxy, and proves that nothing private is asked of it', async () => {
    const proxy = await startConnectProxy({ routes: {} });
    const results = await runEgressProof({ ...SETTINGS, egressProxy: `http://127.0.0.1:${proxy.port}` });
    expect(results.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(
      new Set(results.filter(({ verdict }) => verdict === 'left_to_proxy').map(({ group }) => group)),
    ).toEqual(new Set(['dns']));
    expect(proxy.tunnels).toEqual([]);
    await proxy.close();
  });

  test('sees a connection that sends nothing', async () => {
    let url = '';
    const knocking = (settings: FetcherSettings): PageFetcher => {
      const fetcher = createFetcher(settings);
      return {
        ...fetcher,
        async fetch(request) {
          const { port, hostname } = new URL(
            request.url.startsWith('http://127.0.0.1') ? request.url : 'http://a/',
          );
          if (url === '' && hostname === '127.0.0.1' && request.url.includes('spelling')) {
            url = request.url;
            const socket = connect(Number(port), hostname);
            await once(socket, 'connect');
            socket.destroy();
          }
          return fetcher.fetch(request);
        },
      };
    };
    const results = await runEgressProof(SETTINGS, { createFetcher: knocking });
    expect(url).not.toBe('');
    expect(results.filter(({ verdict }) => verdict === 'broken')).toMatchObject([
      { group: 'control', connections: 1 },
    ]);
  });

  const ANY_LOOPBACK: FetcherSettings['allow'] = [
    { kind: 'cidr', address: '127.0.0.0', prefix: 8 },
    { kind: 'cidr', address: '::', prefix: 0 },
  ];
  const ANY_PORT = Array.from({ length: 65_535 }, (_, at) => at + 1);

  test.each([
    [
      'an address rule that is off',
      (settings: FetcherSettings) => ({ ...settings, allow: [...settings.allow, ...ANY_LOOPBACK] }),
      ['spelling', 'dns', 'redirect'],
    ],
    ['all ports open', (settings: FetcherSettings) => ({ ...settings, ports: ANY_PORT }), ['port']],
  ])('sees %s', async (_what, weaken, groups) => {
    const weakened = (settings: FetcherSettings): PageFetcher =>
      // Dials nothing beyond this host: the attempts at public addresses end at the dialler.
      createFetcher(weaken(settings), {
        dial: async (address, port, signal) => {
          if (!/^127\.|^::1$/.test(address)) throw fail('upstream_unreachable', 'outside');
          return dialAddress(address, port, signal);
        },
      });
    const broken = (await runEgressProof(SETTINGS, { createFetcher: weakened })).filter(
      ({ verdict }) => verdict === 'broken',
    );
    expect([...new Set(broken.map(({ group }) => group))]).toEqual(expect.arrayContaining([...groups]));
    if (groups[0] === 'spelling') expect(broken.some(({ connections }) => connections > 0)).toBe(true);
  });

  test('sees a fetcher that resolves again after it has judged, and one that follows redirects unjudged', async () => {
    const naive = (settings: FetcherSettings): PageFetcher => {
      const guarded = createFetcher(settings);
      return {
        ...guarded,
        async fetch(request) {
          const page = await guarded.fetch(request);
          // The second resolution and the unjudged dial of a client that checks first and fetches afterwards.
          await fetch(request.url.replace(/\/\/[a-z-]+\.proof\.example/, '//127.0.0.2'), {
            redirect: 'manual',
          });
          return page;
        },
      };
    };
    const results = await runEgressProof(SETTINGS, { createFetcher: naive });
    expect(results.find(({ id }) => id === 'dns-rebind')).toMatchObject({
      verdict: 'broken',
      connections: 1,
    });
  });
});
