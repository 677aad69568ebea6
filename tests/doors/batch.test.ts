import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

interface Status {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly next?: string;
  readonly data: readonly { readonly markdown: string; readonly metadata: { readonly sourceURL: string } }[];
}

let site: Upstream;
let service: TestService;
let key: string;
let folder: string;
let isHeld = false;
const held: (() => void)[] = [];
const shared = () => ({
  PAGEMARK_FETCH_ALLOW: site.address,
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'shared.db')}`,
  PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-batch-'));
  site = await startUpstream({
    '/article': ARTICLE,
    '/held': (_, response) => {
      const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
      if (isHeld) held.push(send);
      else send();
    },
  });
  service = await startTestService(shared());
  key = await service.newKey('test');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = async (method: string, at: string, body?: unknown, bearer = key, of = service) => {
  const answer = await fetch(at.startsWith('http') ? at : `${of.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};
const begin = async (urls: readonly string[], more: object = {}, bearer = key, of = service) => {
  const { status, body } = await call('POST', '/v2/batch/scrape', { urls, ...more }, bearer, of);
  expect([status, body]).toMatchObject([200, { success: true, id: expect.any(String) }]);
  return body as { readonly id: string; readonly url: string; readonly invalidURLs: readonly string[] };
};
const statusOf = async (id: string, of = service) =>
  (await call('GET', `/v2/batch/scrape/${id}`, undefined, key, of)).body as Status;
const pages = (count: number) => Array.from({ length: count }, (_, i) => `${site.url}/article?${i}`);

test('a job becomes documents in the order of its addresses, and errors', async () => {
  const urls = [...pages(3), `${site.url}/none`];
  const { id, url, invalidURLs } = await begin([...urls, 'ftp://a.example/'], { formats: ['markdown'] });
  expect([url, invalidURLs]).toEqual([`${service.url}/v2/batch/scrape/${id}`, ['ftp://a.example/']]);
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  const done = await statusOf(id);
  expect(done).toMatchObject({ success: true, total: 4, completed: 4, creditsUsed: 4 });
  expect(done.data.map(({ metadata }) => metadata.sourceURL)).toEqual(urls.slice(0, 3));
  expect(done.data[0]!.markdown).toMatch(/^# Rivers/);
  const { body } = await call('GET', `/v2/batch/scrape/${id}/errors`);
  expect(body).toMatchObject({ errors: [{ url: urls[3], code: 'UPSTREAM_NOT_FOUND' }], robotsBlocked: [] });
  // In parts, each of which leads to the next.
  const first = (await call('GET', `/v1/batch/scrape/${id}?limit=2`)).body as Status;
  expect(first.data).toHaveLength(2);
  const second = (await call('GET', first.next!)).body as Status;
  expect([second.data.length, second.next]).toEqual([1, undefined]);
});

test('a job is of its key: another one has no such job', async () => {
  const { id } = await begin(pages(1));
  const other = await service.newKey('test');
  for (const [method, at] of [
    ['GET', id],
    ['DELETE', id],
    ['GET', `${id}/errors`],
    ['GET', 'none'],
  ] as const) {
    const answer = await call(method, `/v2/batch/scrape/${at}`, undefined, other);
    expect(answer).toMatchObject({ status: 404, body: { success: false, reason: 'not_found' } });
  }
});

test('pages count against the plan as they are read, and wait for it', async () => {
  const own = await service.newKey('free');
  const { id } = await begin(pages(12), {}, own);
  const status = async () => (await call('GET', `/v2/batch/scrape/${id}`, undefined, own)).body as Status;
  await expect.poll(async () => (await status()).completed).toBe(10);
  expect(await status()).toMatchObject({ status: 'scraping', creditsUsed: 10 });
  expect((await service.convert({ url: `${site.url}/article` }, own)).status).toBe(429);
  const cancelled = await call('DELETE', `/v2/batch/scrape/${id}`, undefined, own);
  expect(cancelled).toEqual({ status: 200, body: { success: true, status: 'cancelled' } });
  expect(await status()).toMatchObject({ status: 'cancelled', completed: 10 });
});

test('a process that ends leaves its job to another one, and no page is told twice', async () => {
  const first = await startTestService(shared());
  isHeld = true;
  const urls = [...pages(3), `${site.url}/held`];
  const { id } = await begin(urls, {}, key, first);
  await expect.poll(async () => (await statusOf(id, first)).completed).toBe(3);
  await expect.poll(() => held.length).toBe(1);
  await first.close();
  isHeld = false;
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  expect((await statusOf(id)).data.map(({ metadata }) => metadata.sourceURL)).toEqual(urls);
});

test('what is no batch is refused in their shape, and so are too many jobs', async () => {
  for (const body of [
    {},
    { urls: [] },
    { urls: 'x' },
    { urls: ['ftp://a.example/'] },
    { urls: pages(1001) },
    { urls: pages(1), webhook: 'https://a.example/' },
    { urls: pages(1), formats: ['screenshot'] },
  ])
    expect(await call('POST', '/v2/batch/scrape', body)).toMatchObject({
      status: 400,
      body: { success: false },
    });
  expect(await call('POST', '/v1/batch/scrape', { urls: [...pages(1), 'ftp://a.example/'] })).toMatchObject({
    status: 400,
  });
  const own = await service.newKey('free');
  for (let i = 0; i < 5; i++) await begin(pages(30), {}, own);
  expect(await call('POST', '/v2/batch/scrape', { urls: pages(30) }, own)).toMatchObject({
    status: 429,
    body: { success: false, reason: 'concurrency_limited' },
  });
});
