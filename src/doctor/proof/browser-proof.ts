import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetcher, type FetcherSettings } from '../../fetching/fetch-page.ts';
import type { BrowserSetting } from '../../rendering/find-browser.ts';
import { createRenderer } from '../../rendering/renderer.ts';
import { type Canary, startCanary } from './canary.ts';

/** Text that the page of the proof writes when its scripts have run. */
const RAN = 'the scripts of this page have run';
/** Long, because a slow machine is no hole. */
const TIMEOUT_MS = 120_000;

/**
 * Renders a page whose scripts try to reach canaries on this host in every way they have. Nothing leaves this host.
 * The allowed targets of the settings are left out. Rejects when the browser does not start.
 */
export async function runBrowserProof(settings: FetcherSettings, browser: BrowserSetting) {
  const canary = await startCanary('127.0.0.1');
  if (canary === undefined)
    throw new Error('Free a port on 127.0.0.1: the proof of the browser has nowhere to listen');
  const beside = await Promise.all(['127.0.0.2', '::1'].map((address) => startCanary(address, canary.port)));
  const canaries: readonly Canary[] = [canary, ...beside.filter((each) => each !== undefined)];
  const targets = ['127.0.0.1', '127.0.0.2', '127.1', '[::1]', 'localhost', '[::ffff:127.0.0.1]'].map(
    (host) => `${host}:${canary.port}`,
  );
  const { port, close } = await serve(attackPage(targets));
  const { connect } = createFetcher({
    ...settings,
    // The canaries' port is opened, so that it is the address that is refused and not the port.
    ports: [...settings.ports, canary.port],
    allow: [{ kind: 'address', address: '127.0.0.1', port }],
    egressProxy: undefined,
    dnsServers: ['127.0.0.1:9'],
  });
  const { userAgent, maxResponseBytes } = settings;
  const renderer = createRenderer({ browser, connect, slots: 1, userAgent, maxResponseBytes });
  try {
    const page = await renderer.render({
      url: `http://127.0.0.1:${port}/`,
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    return {
      /** A page was rendered, its scripts ran. */
      rendered: Buffer.from(page?.bytes ?? []).includes(RAN),
      /** Ways to reach out that the page tried. */
      attempts: targets.length * WAYS.length,
      /** Connections to the canaries; any is a hole. */
      connections: canaries.reduce((sum, each) => sum + each.hits(), 0),
    };
  } finally {
    await renderer.close();
    await Promise.all([close(), ...canaries.map((each) => each.close())]);
  }
}

/** Serves a page at every path of a free port of 127.0.0.1. */
async function serve(html: string): Promise<{ readonly port: number; close(): Promise<unknown> }> {
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    site.closeAllConnections();
    return once(site.close(), 'close');
  };
  return { port: (site.address() as AddressInfo).port, close };
}

/** How a page can make its browser connect, as JavaScript over the authority `t`. */
export const WAYS: readonly string[] = [
  'fetch("http://" + t + "/fetch", { mode: "no-cors" }).catch(() => 0)',
  '{ const x = new XMLHttpRequest(); x.open("GET", "http://" + t + "/xhr"); x.send() }',
  'new WebSocket("ws://" + t + "/socket")',
  'new EventSource("http://" + t + "/events")',
  'navigator.sendBeacon("http://" + t + "/beacon", "x")',
  'new Image().src = "http://" + t + "/image"',
  'add("iframe", "src", "http://" + t + "/frame")',
  'add("script", "src", "http://" + t + "/script")',
  'add("link", "href", "http://" + t + "/style").rel = "stylesheet"',
  'add("link", "href", "http://" + t + "/prefetch").rel = "prefetch"',
  'add("link", "href", "http://" + t + "/").rel = "preconnect"',
  'add("object", "data", "http://" + t + "/object")',
  'add("video", "src", "http://" + t + "/video")',
  'window.open("http://" + t + "/popup")',
  'new Worker(URL.createObjectURL(new Blob(["fetch(\'http://" + t + "/worker\', { mode: \'no-cors\' })"])))',
  '{ const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:" + t + "?transport=tcp", username: "u", credential: "c" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)) }',
  'new WebTransport("https://" + t + "/transport").ready.catch(() => 0)',
];

/** A page that tries all {@link WAYS} on each target, then says that it did. */
export function attackPage(targets: readonly string[]): string {
  const tries = WAYS.map((way) => `try { ${way} } catch {}`).join('\n');
  return `<!doctype html><html lang="en"><title>Proof</title><body><p id="state">not yet</p><script>
const add = (tag, name, value) => { const e = document.createElement(tag); e[name] = value; document.body.append(e); return e };
for (const t of ${JSON.stringify(targets)}) {
${tries}
}
document.getElementById('state').textContent = ${JSON.stringify(RAN)};
</script></body></html>`;
}
