import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, type Upstream } from '../support/upstream.ts';

// Requests and readings of answers as `ExternalWebLoader` and `ExternalDocumentLoader` of Open WebUI have them, read from their
// sources; Open WebUI itself is not run.

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    '/article': ARTICLE,
    '/empty': '<title>Nothing</title>',
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const loadPages = (urls: unknown, bearer = key) =>
  fetch(`${service.url}/loaders/web`, {
    method: 'POST',
    headers: {
      'user-agent': 'Open WebUI (https://github.com/open-webui/open-webui) External Web Loader',
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ urls }),
  });

/** A file as the loader puts it, to which it adds `/process`. */
const loadFile = (bytes: string | Uint8Array<ArrayBuffer>, name: string, type?: string, bearer = key) =>
  fetch(`${service.url}/loaders/document/process`, {
    method: 'PUT',
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      authorization: `Bearer ${bearer}`,
      'x-filename': encodeURIComponent(name),
    },
    body: bytes,
  });

interface Loaded {
  readonly page_content: string;
  readonly metadata: Record<string, unknown>;
}

test('pages become documents in their order, and those that failed are named', async () => {
  const [page, none] = [`${site.url}/article`, `${site.url}/none`];
  const answer = await loadPages([`${page}#/docs`, none, `${page}?2`]);
  expect(answer.status).toBe(200);
  const documents = (await answer.json()) as Loaded[];
  expect(documents.map(({ metadata }) => metadata.source)).toEqual([`${page}#/docs`, `${page}?2`]);
  expect(documents[0]!.page_content).toMatch(/^# Rivers and bridges\n/);
  expect(documents[0]!.metadata).toMatchObject({
    url: `${page}#/docs`,
    title: 'Rivers and bridges',
    description: 'About crossing.',
    language: 'en',
  });
  expect(answer.headers.get('x-pagemark-failed')).toBe(`upstream_not_found ${encodeURIComponent(none)}`);
});

test('no page at all is an error, never an empty list', async () => {
  const answer = await loadPages([`${site.url}/none`, `${site.url}/empty`]);
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { detail: expect.stringContaining('404'), reason: 'upstream_not_found' },
  ]);
});

test('each page is one request of the plan: what is past it is left out, and named', async () => {
  const own = await service.newKey('free');
  const urls = Array.from({ length: 12 }, (_, i) => `${site.url}/article?${i}`);
  const answer = await loadPages(urls, own);
  expect([answer.status, ((await answer.json()) as Loaded[]).length]).toEqual([200, 10]);
  expect(answer.headers.get('x-pagemark-failed')).toMatch(/^rate_limited \S+, rate_limited \S+$/);
  const next = await loadPages(urls, own);
  expect([next.status, await next.json()]).toMatchObject([429, { reason: 'rate_limited' }]);
  expect(next.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await loadFile('# A', 'a.md', undefined, own)).status).toBe(429);
});

test('a document is read by its bytes and its name', async () => {
  const answer = await loadFile(ARTICLE, 'Brücken & Flüsse.html', 'text/html');
  expect(answer.status, await answer.clone().text()).toBe(200);
  const document = (await answer.json()) as Loaded;
  expect(document.page_content).toMatch(/^# Rivers and bridges\n/);
  expect(document.metadata).toMatchObject({ source: 'Brücken & Flüsse.html', title: 'Rivers and bridges' });
  const plain = (await (await loadFile('first\n\nsecond', 'notes.txt')).json()) as Loaded;
  expect(plain.page_content).toContain('first');
});

test('a document without text says so in the words after which Open WebUI reads the file itself', async () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  const answer = await loadFile(picture, 'scan.png', 'image/png');
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { detail: expect.stringMatching(/^No extractable text: /) },
  ]);
});

test('what is no list of addresses is refused in their shape', async () => {
  for (const urls of [
    undefined,
    null,
    'https://example.com/',
    [],
    [1],
    Array(51).fill('https://example.com/'),
  ]) {
    const answer = await loadPages(urls);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('"urls') },
    ]);
  }
  const unknown = await loadPages([site.url], 'pmk_x');
  expect([unknown.status, await unknown.json()]).toMatchObject([401, { reason: 'unauthorized' }]);
  const none = await fetch(`${service.url}/loaders/other`, { method: 'POST' });
  expect([none.status, await none.json()]).toMatchObject([404, { detail: expect.any(String) }]);
});
