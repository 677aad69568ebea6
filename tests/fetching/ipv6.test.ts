import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

/** A page on ::1, or why this host has none. */
async function serveOnIpv6() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      const host = /^host: (.*)$/im.exec(chunk.toString())?.[1] ?? '';
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${host.length}\r\n\r\n${host}`);
    });
  });
  const port = await listen(server, '::1');
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('IPv6', () => {
  test('is dialled where it is allowed, written in any way, and closed otherwise', async () => {
    const server = await serveOnIpv6();
    const fetcher = testFetcher({ allow: [`[::1]:${server.port}`] });
    for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]']) {
      const { outcome, page } = await outcomeOf(fetcher.fetch({ url: `http://${host}:${server.port}/` }));
      expect([host, outcome, textOf(page)]).toEqual([host, 'page', `[::1]:${server.port}`]);
    }
    for (const host of ['[::ffff:127.0.0.1]', '[::2]', '127.0.0.1']) {
      expect((await outcomeOf(fetcher.fetch({ url: `http://${host}:${server.port}/` }))).outcome).toBe(
        'blocked_target',
      );
    }
    await server.close();
  });

  test('is fallen back from and to: a name with both families needs one that answers', async () => {
    const server = await serveOnIpv6();
    const dns = await startDnsServer({ 'both.example': ['127.0.0.1', '::1'] });
    const allow = [`[::1]:${server.port}`, `127.0.0.1:${server.port}`];
    const fetcher = testFetcher({ allow, dnsServers: [dns.server] });
    const { page } = await outcomeOf(fetcher.fetch({ url: `http://both.example:${server.port}/` }));
    expect(textOf(page)).toBe(`both.example:${server.port}`);
    await Promise.all([server.close(), dns.close()]);
  });
});
