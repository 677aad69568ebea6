// 500 renders of pages of several kinds, two at a time: what is left of them, and what they cost the service in memory.
// Usage: npm run build && node --expose-gc bench/render-soak.mjs [renders] [chromium]
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { createFetcher } from '../build/fetching/fetch-page.js';
import { createRenderer } from '../build/rendering/renderer.js';

const [renders = '500', executablePath] = process.argv.slice(2);
const TEXT = 'Rivers and bridges, mills and locks, ferries and dams. '.repeat(10);
const PAGES = [
  `<div id="root"></div><script>document.getElementById('root').innerHTML = '<p>${TEXT}</p>'.repeat(20)</script>`,
  `<p>${TEXT}</p><iframe src="/1" width="600" height="400"></iframe>`,
  `<div id="root"></div><script>fetch('/3').then((r) => r.text()).then((t) => { root.innerHTML = t })</script>`,
  `<p>${TEXT}</p>`.repeat(200),
];
const site = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><title>Soak</title><body>${PAGES[Number(request.url.slice(1)) % PAGES.length] ?? ''}`,
  );
});
await new Promise((listening) => site.listen(0, '127.0.0.1', listening));
const { port } = site.address();
const { connect } = createFetcher({
  ports: [80],
  allow: [{ kind: 'address', address: '127.0.0.1', port }],
  ownPorts: () => [],
  dnsServers: ['127.0.0.1:9'],
  timeoutMs: 10_000,
  maxResponseBytes: 4_000_000,
  userAgent: 'pagemark-bench/1',
});
const renderer = createRenderer({
  browser: executablePath === undefined ? { mode: 'auto' } : { mode: 'path', executablePath },
  connect,
  slots: 2,
  userAgent: 'pagemark-bench/1',
  maxResponseBytes: 4_000_000,
});

/** Processes whose command line names a folder of ours. */
const processes = () =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(tmpFolder);
    } catch {
      return false;
    }
  }).length;
const tmpFolder = `${tmpdir()}/pagemark-browser-`;
const rssMb = () => {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 1024 / 1024);
};

const others = processes();
const rss = [];
const failures = {};
let next = 0;
const startedAt = performance.now();
const work = async () => {
  while (next < Number(renders)) {
    const at = next++;
    if (at % Math.ceil(renders / 10) === 0) rss.push(rssMb());
    const url = `http://127.0.0.1:${port}/${at % PAGES.length}`;
    try {
      const page = await renderer.render({ url, timeoutMs: 30_000, signal: new AbortController().signal });
      if (!Buffer.from(page.bytes).includes('ferries'))
        throw Object.assign(new Error('no content'), { failure: { reason: 'no content' } });
    } catch (error) {
      const reason = error.failure?.reason ?? String(error);
      failures[reason] = (failures[reason] ?? 0) + 1;
    }
  }
};
await Promise.all([work(), work()]);
const ms = performance.now() - startedAt;
rss.push(rssMb());
const running = processes() - others;
await renderer.close();
site.closeAllConnections();
site.close();
await new Promise((resolve) => setTimeout(resolve, 1_000));
const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('pagemark-browser-')).length;
console.log(
  JSON.stringify({
    renders: Number(renders),
    failures,
    msPerRender: Math.round(ms / renders),
    serviceRssMb: rss,
    processesAtEnd: running,
    processesAfterClose: processes() - others,
    foldersLeft: folders,
  }),
);
