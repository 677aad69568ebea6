import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one path of the test site. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on loopback. */
export interface Upstream {
  /** `127.0.0.1:port`, as `PAGEMARK_FETCH_ALLOW` takes it. */
  readonly address: string;
  readonly url: string;
  /** Connections that are open now. */
  readonly open: () => number;
  /** Requests seen so far. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Serves pages by path; a string is an HTML page, an unknown path a 404. */
export async function startUpstream(pages: Readonly<Record<string, Page>>): Promise<Upstream> {
  let open = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const page = pages[(request.url ?? '/').split('?', 1)[0]!];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end(page404());
    else if (typeof page === 'function') page(request, response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: `http://${address}`,
    open: () => open,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function page404(): string {
  return '<!doctype html><title>Not found</title><h1>Not found</h1>';
}

/** Sentences that make a page long enough to be one. */
export const PROSE = Array.from(
  { length: 12 },
  (_, i) =>
    `<p>Paragraph ${i + 1} tells of rivers, bridges and the people who cross them every single day.</p>`,
).join('\n');

/** An article among the usual noise. */
export const ARTICLE = `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">
<title>Rivers and bridges</title><meta name="author" content="Ada Stream">
<meta property="og:site_name" content="The Bridge"><meta name="description" content="About crossing.">
</head><body><header><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header>
<aside class="advertisement">Buy our umbrella now</aside>
<main><article><h1>Rivers and bridges</h1><p>A <b>bold</b> crossing with <a href="/map">a map</a>.</p>
${PROSE}<ul><li>one</li><li>two</li></ul><pre><code>const a = 1;</code></pre></article></main>
<footer>Copyright and cookies</footer></body></html>`;
