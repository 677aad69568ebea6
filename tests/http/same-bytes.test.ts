import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convertHtml } from '../../src/index.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const state = { views: 0, edition: 'two hundred boats' };
let site: Upstream;
let service: TestService;
let key: string;

/** What a content management system changes from one view of a page to the next. */
function view(): string {
  const n = state.views++;
  const nonce = `n${n}x${(n * 7919) % 1000}`;
  const related = [
    'Harbours of the south',
    'A ferry for winter',
    'The last lock keeper',
    'Under the old pier',
    'Sails',
  ]
    .map((_, i, all) => all[(i + n) % all.length]!)
    .slice(0, 3)
    .map((title) => `<li><a href="/read/${encodeURIComponent(title)}?ref=${nonce}">${title}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Boats on the river</title>
<meta name="csrf-token" content="${nonce}"><script nonce="${nonce}">window.session = "${nonce}";</script>
<style nonce="${nonce}">.a${n} { color: red }</style></head>
<body data-request-id="${nonce}"><!-- rendered in ${n} ms by web-${n % 4} -->
<header><a href="/">The River Post</a><nav><a href="/news?sid=${nonce}">News</a> <a href="/boats">Boats</a></nav></header>
<div class="ad-slot" id="slot-${nonce}"><a href="https://ads.example/${nonce}">Buy boat number ${n} today</a></div>
<main id="m-${nonce}"><article class="post css-${nonce}"><h1>Boats on the river</h1>
<p>Every morning ${state.edition} leave the harbour before the mist has gone, and every evening they come home one by one.</p>
<form method="post" action="/search"><input type="hidden" name="session_id" value="${nonce}"></form>
<p>The oldest of them was built by hand in a shed behind the church, from oak that the storm of that year had felled.</p>
<div class="ad-slot" id="ad-${nonce}" data-slot="${n}"><script>ads.push({ slot: "${nonce}" })</script></div>
<p>Its owner says that it has never leaked, and that a boat which does not leak has simply not been asked the question yet.</p>
<table><tr><th>Boat</th><th>Built</th></tr><tr><td>Heron</td><td>1921</td></tr><tr><td>Otter</td><td>1934</td></tr></table>
<p>When the river freezes they are pulled ashore with ropes, which takes a whole day and most of the village.</p></article>
<aside class="related"><h2>Related stories</h2><ul>${related.join('')}</ul></aside></main>
<footer><p>Session ${nonce}, © The River Post</p><img src="https://t.example/pixel?u=${nonce}" width="1" height="1" alt=""></footer>
<script>track("${nonce}")</script></body></html>`;
}

beforeAll(async () => {
  site = await startUpstream({
    '/article': ARTICLE,
    '/boats': (_request, response) => {
      const body = view();
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': `sid=${state.views}; Path=/`,
      });
      response.end(body);
    },
  });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_SNAPSHOT_TTL_S: '0' });
  key = await service.newKey();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

async function convert(): Promise<{ readonly content: string; readonly etag: string | null }> {
  const answer = await service.convert({ url: `${site.url}/boats` }, key);
  const { data } = (await answer.json()) as { data: { content: string } };
  return { content: data.content, etag: answer.headers.get('etag') };
}

test('nonces, ad slots, session ids and rotating links never reach the output; an edit does', async () => {
  const first = await convert();
  for (let i = 0; i < 15; i++) expect(await convert()).toEqual(first);
  expect(state.views).toBe(16);
  for (const kept of ['two hundred boats', 'built by hand', '| Heron | 1921 |', 'pulled ashore']) {
    expect(first.content).toContain(kept);
  }
  state.edition = 'three hundred boats';
  const edited = await convert();
  expect(edited.content).toBe(first.content.replace('two hundred boats', 'three hundred boats'));
  expect(edited.etag).not.toBe(first.etag);
});

test('one page through command line, library and HTTP: the same bytes, as Markdown and as text', async () => {
  const url = `${site.url}/article`;
  const library = convertHtml(ARTICLE, { url });
  for (const format of ['markdown', 'text'] as const) {
    const answer = await service.convert({ url, response_format: format }, key);
    const { data } = (await answer.json()) as { data: { content: string } };
    const flags = format === 'text' ? ['--text'] : [];
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'convert', url, ...flags], {
      env: { PATH: process.env.PATH ?? '', PAGEMARK_FETCH_ALLOW: site.address },
    });
    expect(data.content).toBe(library[format]);
    // On a terminal a text ends its last line.
    expect(stdout.replace(/\n$/, '')).toBe(library[format].replace(/\n$/, ''));
  }
});
