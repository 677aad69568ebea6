import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/contract/failure.ts';
import { attackPage, WAYS } from '../../src/doctor/proof/browser-proof.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { testPem } from '../hostile-upstream/hostile-upstream.ts';
import { type Canary, startCanary } from '../support/canary.ts';
import { rebinding, startDnsServer, type TestDnsServer } from '../support/dns-server.ts';
import { FAR_MS } from '../support/far-deadlines.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { type Page, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer, WHOLE } from './rendering-harness.ts';

let site: Upstream;
let canary: Canary;
let canaries: readonly Canary[];
let dns: TestDnsServer;
let renderer: Renderer;
/** A site over TLS whose certificate nobody knows, and its address. */
const unknown = createHttpsServer(
  {
    key: readFileSync(new URL('../support/tls/server.key', import.meta.url)),
    cert: testPem('self-signed.pem'),
  },
  (_request, response) => response.end('<p>secret</p>'),
);
let unknownAddress: string;
const pages: Record<string, Page> = {};

beforeAll(async () => {
  site = await startUpstream(pages);
  const port = Number(site.address.split(':')[1]);
  canary = (await startCanary('127.0.0.1'))!;
  const beside = await Promise.all([
    startCanary('127.0.0.2', canary.port),
    startCanary('::1', canary.port),
    // On the very port that is open for 127.0.0.1.
    startCanary('127.0.0.2', port),
    startCanary('::1', port),
  ]);
  canaries = [canary, ...beside.filter((each) => each !== undefined)];
  dns = await startDnsServer();
  await new Promise<void>((listening) => unknown.listen(0, '127.0.0.1', listening));
  const { port: tlsPort } = unknown.address() as AddressInfo;
  unknownAddress = `127.0.0.1:${tlsPort}`;
  renderer = testRenderer({
    ...WHOLE,
    allow: [site.address, unknownAddress],
    dnsServers: [dns.server],
    // The ports are open, so that it is the address that is refused.
    ports: [80, 443, port, canary.port, tlsPort],
  });
});
afterAll(async () => {
  await renderer?.close();
  unknown.close();
  await Promise.all([site.close(), dns.close(), ...canaries.map((each) => each.close())]);
});

const untouched = (): void => {
  expect(canaries.flatMap((each) => each.targets())).toEqual([]);
  expect(canaries.map((each) => each.hits())).toEqual(canaries.map(() => 0));
};

/** Text enough that no more is waited for. */
const FILLER = `<footer>${'A page about rivers and bridges. '.repeat(12)}</footer>`;

/** How rendering the page ends. */
async function outcomeOf(path: string, page: Page): Promise<string> {
  pages[path] = typeof page === 'string' ? page + FILLER : page;
  try {
    return (await rendered(renderer, `${site.url}${path}`)).html;
  } catch (error) {
    return error instanceof ServiceError ? error.failure.reason : String(error);
  }
}

describe.skipIf(BROWSER === null)('a rendered page', () => {
  test(`reaches nothing on this host in ${WAYS.length} ways`, async () => {
    const hosts = [
      '127.0.0.1',
      '127.0.0.2',
      '0x7f.1',
      '[::1]',
      '2130706433',
      '[::ffff:7f00:1]',
      'localhost',
      '0.0.0.0',
    ];
    const targets = inForm(hosts, 3).map((host) => `${host}:${canary.port}`);
    const sitePort = site.address.split(':')[1]!;
    expect(
      await outcomeOf('/attack', attackPage([...targets, `127.0.0.2:${sitePort}`, `[::1]:${sitePort}`])),
    ).toContain('the scripts of this page have run');
    untouched();
  });

  test('reaches what is open: the attempts above are not refused by chance', async () => {
    const asked: string[] = [];
    pages['/data'] = (request, response) => {
      asked.push(request.headers['proxy-authorization'] ?? 'none');
      response.end('from the site');
    };
    const script = 'fetch("/data").then((r) => r.text()).then((t) => { document.body.textContent = t })';
    expect(await outcomeOf('/open', `<body><script>${script}</script>`)).toContain('from the site');
    expect(asked).toEqual(['none']);
  });

  const leads: readonly (readonly [string, (to: string) => Page])[] = [
    ['a redirect', (to) => (_request, response) => void response.writeHead(302, { location: to }).end()],
    ['a refresh', (to) => `<head><meta http-equiv="refresh" content="0;url=${to}"></head>`],
    ['a script', (to) => `<body><script>location.href = ${JSON.stringify(to)}</script>`],
    ['a form', (to) => `<body><form action="${to}"></form><script>document.forms[0].submit()</script>`],
  ];
  test.each(inForm(leads, 2))('that is led to this host by %s is blocked_target', async (what, page) => {
    expect(await outcomeOf(`/to-${what.slice(2)}`, page(`http://127.0.0.2:${canary.port}/led`))).toBe(
      'blocked_target',
    );
    untouched();
  });

  const schemes = [
    'file:///etc/passwd',
    'view-source:file:///etc/passwd',
    'data:text/html,gone',
    'chrome://version',
  ];
  test.each(inForm(schemes, 2))('stays where it is when a script leads to %s', async (to) => {
    const script = `try { location.href = ${JSON.stringify(to)} } catch {}`;
    expect(await outcomeOf('/scheme', `<body><p>still here</p><script>${script}</script>`)).toContain(
      'still here',
    );
  });

  test('that becomes a blob: is blocked_target', async () => {
    const script = 'location.href = URL.createObjectURL(new Blob(["gone"], { type: "text/html" }))';
    expect(await outcomeOf('/blob', `<body><script>${script}</script>`)).toBe('blocked_target');
  });

  test('shows no file and no data: document in a frame', async () => {
    const smuggled = encodeURIComponent(`<p>${'smuggled '.repeat(60)}</p>`);
    const html = await outcomeOf(
      '/frames',
      `<body><iframe src="file:///etc/passwd" width="600" height="400"></iframe>
<iframe src="data:text/html,${smuggled}" width="600" height="400"></iframe>`,
    );
    expect(html).toContain('<iframe');
    expect(html).not.toContain('root:');
    expect(html).not.toContain('<p>smuggled');
  });

  test('meets a name that rebinds with each connection judged anew', async () => {
    const port = site.address.split(':')[1]!;
    dns.set('rebind.example', rebinding(['127.0.0.1'], ['127.0.0.2']));
    pages['/rebind'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', connection: 'close' })
        .end(
          '<body><p>first</p><script>fetch("/again").catch(() => document.body.append("refused"))</script>',
        );
    const page = await rendered(renderer, `http://rebind.example:${port}/rebind`);
    expect(page.html).toContain('first');
    expect(page.html).toContain('refused');
    untouched();
  });

  test('is refused when any of its addresses is', async () => {
    const port = site.address.split(':')[1]!;
    dns.set('mixed.example', ['127.0.0.1', '10.0.0.1']);
    await expect(rendered(renderer, `http://mixed.example:${port}/`)).rejects.toMatchObject({
      failure: { reason: 'blocked_target' },
    });
  });

  test('sends no datagram past the gate', async () => {
    const udp = createSocket('udp4');
    let datagrams = 0;
    udp.on('message', () => datagrams++);
    await new Promise<void>((bound) => udp.bind(0, '127.0.0.1', bound));
    const { port } = udp.address();
    await outcomeOf(
      '/datagrams',
      `<body><p id="s">-</p><script>
const p = new RTCPeerConnection({ iceServers: [{ urls: ["stun:127.0.0.1:${port}", "stun:localhost:${port}"] }] });
p.createDataChannel("x"); p.onicegatheringstatechange = () => { s.textContent = p.iceGatheringState };
p.createOffer().then((offer) => p.setLocalDescription(offer));
try { new WebTransport("https://127.0.0.1:${port}/") } catch {}
</script>`,
    );
    udp.close();
    expect(datagrams).toBe(0);
  });

  test('has no service worker, download, popup or permission', async () => {
    let worker = 0;
    pages['/sw.js'] = (_request, response) => {
      worker++;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
    };
    pages['/file'] = (_request, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename=x.bin' }).end('x');
    pages['/popup'] = '<script>opener.document.body.append("popup ran")</script>';
    const html = await outcomeOf(
      '/powers',
      `<body><p>powers</p><a id="d" href="/file" download>d</a><script>
navigator.serviceWorker?.register("/sw.js").catch(() => 0); d.click(); window.open("/popup");
Promise.all([navigator.permissions.query({ name: "geolocation" }), Notification.requestPermission()]).then(([g, n]) => document.body.append("geo=" + g.state + " note=" + n));
alert("stop"); </script>`,
    );
    expect(html).toContain('powers');
    expect(html).toMatch(/geo=(denied|prompt) note=(denied|default)/);
    expect(html).not.toContain('popup ran');
    expect(worker).toBe(0);
  });

  test('over TLS is verified', async () => {
    await expect(rendered(renderer, `https://${unknownAddress}/`)).rejects.toMatchObject({
      failure: { reason: 'upstream_tls' },
    });
  });

  test('tells where it went, and ends a chain of redirects', async () => {
    pages['/a'] = (_request, response) => void response.writeHead(301, { location: '/b' }).end();
    pages['/b'] = `<p>b</p>${FILLER}`;
    pages['/loop'] = (_request, response) => void response.writeHead(302, { location: '/loop' }).end();
    const page = await rendered(renderer, `${site.url}/a`);
    expect(page).toMatchObject({
      finalUrl: `${site.url}/b`,
      redirects: [{ status: 301, url: `${site.url}/a` }],
    });
    await expect(rendered(renderer, `${site.url}/loop`)).rejects.toMatchObject({
      failure: { reason: 'too_many_redirects' },
    });
  });

  test('is not made of what is no HTML', async () => {
    pages['/data.bin'] = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('x');
    pages['/data.json'] = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    const render = (path: string) =>
      renderer.render({ url: `${site.url}${path}`, timeoutMs: FAR_MS, signal: new AbortController().signal });
    expect(await render('/data.bin')).toBeNull();
  });

  // In the short form the cases of honest-answers.test.ts hold it: it takes a browser of its own.
  test.runIf(isFull)('that sends more than its share is cut off', async () => {
    const small = testRenderer({ ...WHOLE, allow: [site.address], maxResponseBytes: 20_000 });
    pages['/flood'] = `<body><p>flood</p>${FILLER}<script>
(async () => { for (let i = 0; i < 40; i++) await fetch("/chunk?" + i).then((r) => r.text()).then(() => { document.body.dataset.n = i }, () => 0) })()</script>`;
    let sent = 0;
    pages['/chunk'] = (_request, response) => {
      sent++;
      response.end('x'.repeat(10_000));
    };
    await expect(rendered(small, `${site.url}/flood`)).rejects.toMatchObject({
      failure: { reason: 'response_too_large' },
    });
    expect(sent).toBeLessThan(12);
    pages['/big'] = `<body>${'<p>too large</p>'.repeat(3_000)}`;
    await expect(rendered(small, `${site.url}/big`)).rejects.toMatchObject({
      failure: { reason: 'response_too_large' },
    });
    await small.close();
  });
});
