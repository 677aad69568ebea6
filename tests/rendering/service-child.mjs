// A process that renders one page with the built package and then waits to be killed.
import { createFetcher } from '../../build/fetching/fetch-page.js';
import { createRenderer } from '../../build/rendering/renderer.js';

const [executablePath, url, deadlineMs, hang] = process.argv.slice(2);
const timeoutMs = Number(deadlineMs);
const { hostname, port } = new URL(url);
const { connect } = createFetcher({
  ports: [80],
  allow: [{ kind: 'address', address: hostname, port: Number(port) }],
  ownPorts: () => [],
  dnsServers: ['127.0.0.1:9'],
  timeoutMs,
  maxResponseBytes: 1_000_000,
  userAgent: 'pagemark-test/1',
});
const renderer = createRenderer({
  browser: { mode: 'path', executablePath },
  connect,
  slots: 1,
  userAgent: 'pagemark-test/1',
  maxResponseBytes: 1_000_000,
});
const render = () => renderer.render({ url, timeoutMs, signal: new AbortController().signal });
await render();
if (hang === 'rendering') void render();
process.stdout.write('ready\n');
setInterval(() => undefined, 1_000);
