import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onThisMachine } from '../support/machine-speed.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, type Page, startUpstream, type Upstream } from '../support/upstream.ts';

interface Status {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly next?: string;
  readonly error?: string;
  readonly data: readonly { readonly markdown: string; readonly metadata: { readonly sourceURL: string } }[];
}

let site: Upstream;
let other: Upstream;
const pagesOfSite: Record<string, Page> = {};
let service: TestService;
let key: string;
let folder: string;
let isHeld = false;
const held: (() => void)[] = [];
const asked: string[] = [];
const shared = () => ({
  PAGEMARK_FETCH_ALLOW: `${site.address},${other.address}`,
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'shared.db')}`,
  PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-batch-'));
  other = await startUpstream({ '/article': ARTICLE });
  site = await startUpstream(
    Object.assign(pagesOfSite, {
      '/article': ARTICLE,
      '/held': ({ url }, response) => {
        asked.push(url!);
        const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
        if (isHeld) held.push(send);
        else send();
      },
    } satisfies Record<string, Page>),
  );
  service = await startTestService(shared());
});
beforeEach(async () => {
  key = await service.newKey('test');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
  await other?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = async (
  method: string,
  at: string,
  body?: unknown,
  bearer = key,
  of = service,
  more: object = {},
) => {
  const answer = await fetch(at.startsWith('http') ? at : `${of.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
};
const begin = async (urls: readonly string[], more: object = {}, bearer = key, of = service) => {
  const { status, body } = await call('POST', '/v2/batch/scrape', { urls, ...more }, bearer, of);
  expect([status, body]).toMatchObject([200, { success: true, id: expect.any(String) }]);
  return body as { readonly id: string; readonly url: string; readonly invalidURLs?: readonly string[] };
};
const statusOf = async (id: string, of = service, bearer = key) =>
  (await call('GET', `/v2/batch/scrape/${id}`, undefined, bearer, of)).body as Status;
const pages = (count: number) => Array.from({ length: count }, (_, i) => `${site.url}/article?${i}`);
const sources = ({ data }: Status) => data.map(({ metadata }) => metadata.sourceURL);

test('a job becomes documents, each once, and errors', async () => {
  const urls = [...pages(3), `${site.url}/none`, `${site.url}/none?2`];
  const { id, url, invalidURLs } = await begin([...urls, 'ftp://a.example/'], { formats: ['markdown'] });
  expect([url, invalidURLs]).toEqual([`${service.url}/v2/batch/scrape/${id}`, ['ftp://a.example/']]);
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  const done = await statusOf(id);
  expect(done).toMatchObject({ success: true, total: 5, completed: 5, creditsUsed: 5 });
  expect(sources(done).toSorted()).toEqual(urls.slice(0, 3));
  expect(done.data[0]!.markdown).toMatch(/^# Rivers/);
  interface Errors {
    readonly errors: readonly object[];
    readonly next?: string;
  }
  const errorsAt = async (at: string) => (await call('GET', at)).body as Errors;
  const all = await errorsAt(`/v2/batch/scrape/${id}/errors`);
  const error = { url: expect.stringContaining('/none'), code: 'UPSTREAM_NOT_FOUND' };
  expect(all).toMatchObject({ errors: [error, error], robotsBlocked: [] });
  expect(all.next).toBeUndefined();
  // In parts, each of which leads to the next.
  const first = (await call('GET', `/v1/batch/scrape/${id}?limit=2`)).body as Status;
  const second = (await call('GET', first.next!)).body as Status;
  expect([...sources(first), ...sources(second)]).toEqual(sources(done));
  expect([second.data.length, second.next]).toEqual([1, undefined]);
  const one = await errorsAt(`/v2/batch/scrape/${id}/errors?limit=1`);
  const other = await errorsAt(one.next!);
  expect([...one.errors, ...other.errors]).toEqual(all.errors);
  expect(other.next).toBeUndefined();
  // What has ended cannot be cancelled.
  expect((await call('DELETE', `/v1/batch/scrape/${id}`)).body).toEqual({
    success: true,
    status: 'completed',
  });
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
  const status = () => statusOf(id, service, own);
  await expect.poll(async () => (await status()).completed).toBe(10);
  expect(await status()).toMatchObject({ status: 'scraping', total: 12, creditsUsed: 10 });
  expect((await service.convert({ url: `${site.url}/article` }, own)).status).toBe(429);
  const cancelled = await call('DELETE', `/v2/batch/scrape/${id}`, undefined, own);
  expect(cancelled).toMatchObject({ status: 200, body: { success: true, status: 'cancelled' } });
  expect(await status()).toMatchObject({ status: 'cancelled', completed: 10 });
});

test('a quota that is used up ends the job, which says so', async () => {
  const { key: own, id: keyId } = await service.issue('test');
  await service.access.keys.setQuota(keyId, 2);
  const { id } = await begin(pages(4), { maxConcurrency: 1 }, own);
  await expect.poll(async () => (await statusOf(id, service, own)).status).toBe('failed');
  const ended = await statusOf(id, service, own);
  expect(ended).toMatchObject({ completed: 2, creditsUsed: 2, reason: 'quota_exceeded' });
  expect(ended.data).toHaveLength(2);
});

test('a key that is revoked ends its job: nothing more is read', async () => {
  const { key: own, id: keyId } = await service.issue('test');
  isHeld = true;
  await begin([`${site.url}/held?0`, ...pages(9)], { maxConcurrency: 1 }, own);
  await expect.poll(() => held.length).toBe(1);
  await service.access.keys.revoke(keyId);
  isHeld = false;
  held.pop()!();
  const outcomes = async () => (await service.access.reports.daily(keyId, 2))[0]?.outcomes;
  await expect.poll(outcomes).toEqual({ ok: 1, 'door:firecrawl': 1 });
  // No later: the page after it was refused when it was about to begin.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await outcomes()).toEqual({ ok: 1, 'door:firecrawl': 1 });
});

test('a cancelled job begins no page any more, whichever process is told', async () => {
  const other = await startTestService(shared());
  isHeld = true;
  const { id } = await begin([`${site.url}/held?1`, ...pages(9)], { maxConcurrency: 1 });
  await expect.poll(() => held.length).toBe(1);
  expect((await call('DELETE', `/v2/batch/scrape/${id}`, undefined, key, other)).status).toBe(200);
  isHeld = false;
  const before = site.requests();
  held.pop()!();
  // The page that was under way is counted, so it is told.
  await expect.poll(async () => (await statusOf(id)).completed).toBe(1);
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled', total: 10, creditsUsed: 1 });
  expect(site.requests()).toBe(before);
  await other.close();
});

test('a process that ends leaves its job to another one: every page once, none counted twice', async () => {
  const first = await startTestService(shared());
  isHeld = true;
  const { key: own, id: keyId } = await first.issue('test');
  const urls = [...pages(3), `${site.url}/held?2`];
  const { id } = await begin(urls, {}, own, first);
  await expect.poll(async () => (await statusOf(id, first, own)).completed).toBe(3);
  await expect.poll(() => held.length).toBe(1);
  await first.close();
  isHeld = false;
  await expect.poll(async () => (await statusOf(id, service, own)).status).toBe('completed');
  expect(sources(await statusOf(id, service, own)).toSorted()).toEqual(urls.toSorted());
  const today = async () => (await service.access.reports.daily(keyId, 2))[0];
  await expect.poll(async () => (await today())?.outcomes.ok).toBe(4);
  expect((await today())?.calls).toBe(4);
});

test('a process that drains ends the pages that it has begun, and begins no other', async () => {
  const first = await startTestService({
    ...shared(),
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'own.db')}`,
  });
  const own = await first.newKey('test');
  isHeld = true;
  const urls = [`${site.url}/held?3`, ...pages(5)];
  const { id } = await begin(urls, { maxConcurrency: 1 }, own, first);
  await expect.poll(() => held.length).toBe(1);
  const drained = first.drain();
  await new Promise((resolve) => setTimeout(resolve, 100));
  isHeld = false;
  held.pop()!();
  await drained;
  const next = await startTestService({
    ...shared(),
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'own.db')}`,
  });
  await expect.poll(async () => (await statusOf(id, next, own)).status).toBe('completed');
  expect(sources(await statusOf(id, next, own))).toEqual(urls);
  expect(asked.filter((each) => each === '/held?3')).toHaveLength(1);
  await next.close();
});

test('of one host four pages are under way in all jobs, and pages of others go ahead', async () => {
  // Those of processes that ended.
  held.length = 0;
  isHeld = true;
  const urls = (name: string) => Array.from({ length: 8 }, (_, i) => `${site.url}/held?${name}${i}`);
  const jobs: { readonly id: string }[] = [];
  for (const name of ['a', 'b'])
    jobs.push(await begin([...urls(name), `${other.url}/article?${name}`], { maxConcurrency: 16 }));
  const completed = async () => Promise.all(jobs.map(async ({ id }) => (await statusOf(id)).completed));
  await expect.poll(completed).toEqual([1, 1]);
  await expect.poll(() => held.length).toBe(4);
  let most = 0;
  while ((await completed()).some((count) => count < 9)) {
    most = Math.max(most, held.length);
    held.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(most).toBe(4);
  isHeld = false;
});

test('a host that refuses a page and says when to come again is left alone until then', async () => {
  const askedAt: [path: string, atMs: number][] = [];
  pagesOfSite['/limited'] = ({ url }, response) => {
    askedAt.push([url!, performance.now()]);
    if (url!.endsWith('?0')) response.writeHead(429, { 'retry-after': '2' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
  };
  const urls = [0, 1, 2].map((n) => `${site.url}/limited?${n}`);
  const { id } = await begin([...urls, `${other.url}/article`], { maxConcurrency: 1 });
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  const [[, first] = ['', 0], [, second] = ['', 0]] = askedAt;
  expect(second - first).toBeGreaterThan(1950);
  // What was refused is an error: its address is the caller's choice.
  expect(askedAt.map(([path]) => path)).toEqual([0, 1, 2].map((n) => `/limited?${n}`));
  const { body } = await call('GET', `/v2/batch/scrape/${id}/errors`);
  expect(body).toMatchObject({ errors: [{ url: urls[0], code: 'UPSTREAM_UNAVAILABLE' }] });
  // A page of another host did not wait.
  expect(sources(await statusOf(id))).toEqual([`${other.url}/article`, ...urls.slice(1)]);
});

test('a page that is not there has no say in when its host is asked again', async () => {
  pagesOfSite['/gone'] = (_, response) => void response.writeHead(404, { 'retry-after': '3600' }).end();
  const from = performance.now();
  const { id } = await begin([`${site.url}/gone`, ...pages(1)], { maxConcurrency: 1 });
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  expect(performance.now() - from).toBeLessThan(50_000);
});

test('a key has eight answers about its jobs on their way at a time; others are not held', async () => {
  pagesOfSite['/large'] = `${ARTICLE}<!--${'x'.repeat(1_600_000)}-->`;
  const { id } = await begin(
    [0, 1, 2, 3].map((n) => `${site.url}/large?${n}`),
    { formats: ['rawHtml'] },
  );
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  const at = `${service.url}/v2/batch/scrape/${id}`;
  const headers = { authorization: `Bearer ${key}` };
  const unread = await Promise.all(
    Array.from(
      { length: 8 },
      () => new Promise<IncomingMessage>((resolve) => get(at, { headers, agent: false }, resolve)),
    ),
  );
  const limited = { status: 429, retryAfter: '1', body: { reason: 'concurrency_limited' } };
  expect(await call('GET', at)).toMatchObject(limited);
  expect(await call('GET', `${at}/errors`)).toMatchObject(limited);
  const bearer = await service.newKey('test');
  const another = await begin(pages(1), {}, bearer);
  expect(await statusOf(another.id, service, bearer)).toMatchObject({ success: true });
  for (const answer of unread) answer.destroy();
  await expect.poll(async () => (await call('GET', `${at}/errors`)).status).toBe(200);
});

test('a request that is sent again is the same job', async () => {
  const start = async () =>
    (
      await call('POST', '/v1/batch/scrape', { urls: pages(1) }, key, service, {
        'x-idempotency-key': 'once',
      })
    ).body;
  expect(await start()).toEqual(await start());
  const once = { 'x-idempotency-key': 'once' };
  for (const [at, body] of [
    ['/v1/batch/scrape', { urls: pages(2) }],
    ['/v1/crawl', { url: site.url }],
  ] as const)
    expect(await call('POST', at, body, key, service, once)).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining('x-idempotency-key') },
    });
});

test.each([
  ['urls', '/v2/batch/scrape'],
  ['formats', '/v2/batch/scrape'],
  ['includeTags', '/v2/scrape'],
])('a refused body with a long list as "%s" holds nobody', async (name, at) => {
  const body = { url: site.url, urls: pages(1), [name]: new Array(900_000).fill(0) };
  const mostMs = onThisMachine(1000);
  const from = performance.now();
  const answer = await call('POST', at, body);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`"${name}"`) } });
  expect(performance.now() - from).toBeLessThan(mostMs);
});

test('a refused beginning counts as a refused scrape does; one that begins does not', async () => {
  const { key: own, id: keyId } = await service.issue('free');
  for (let i = 0; i < 3; i++) await call('POST', '/v2/batch/scrape', { urls: [0] }, own);
  const outcomes = async () => (await service.access.reports.daily(keyId, 2))[0]?.outcomes;
  await expect.poll(outcomes).toMatchObject({ invalid_request: 3 });
  for (let i = 0; i < 7; i++) await call('POST', '/v2/batch/scrape', { urls: [0] }, own);
  expect((await call('POST', '/v2/batch/scrape', { urls: [0] }, own)).status).toBe(429);
  await begin(pages(1), {}, own);
});

test('addresses are kept as they are read; an id that is none is not found', async () => {
  const at = `${site.url}/article`;
  const { id } = await begin([`${at}?\u0000y`, ` ${at}?é`], { maxConcurrency: 1 });
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  expect(sources(await statusOf(id))).toEqual([`${at}?%00y`, `${at}?%C3%A9`]);
  for (const [method, path] of [
    ['GET', 'crawl/%00'],
    ['DELETE', 'crawl/%00'],
    ['GET', `batch/scrape/${id.slice(1)}/errors`],
  ] as const)
    expect((await call(method, `/v2/${path}`)).status).toBe(404);
});

test('options of the job itself are not told as unknown; those that a scrape does not know are', async () => {
  const { id } = await begin(pages(1), {
    maxConcurrency: 2,
    ignoreInvalidURLs: true,
    allowSubdomains: false,
  });
  await expect.poll(async () => (await statusOf(id)).status).toBe('completed');
  expect((await statusOf(id)).data[0]).not.toHaveProperty('warning');
  const url = `${site.url}/article`;
  const more = { prompt: 'x', ignoreRobotsTxt: true, robotsUserAgent: 'x', maxConcurrency: 1 };
  const { body } = await call('POST', '/v2/scrape', { url, ...more });
  expect((body as { data: { warning: string } }).data.warning).toMatch(
    /^Not known: "prompt", "ignoreRobotsTxt", "robotsUserAgent", "maxConc/,
  );
});

test('what is no batch is refused in their shape, and so are too many jobs', async () => {
  for (const body of [
    {},
    { urls: [] },
    { urls: 'x' },
    { urls: ['ftp://a.example/'] },
    { urls: pages(1), webhook: 'https://a.example/' },
    { urls: pages(1), zeroDataRetention: true },
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
  expect(await call('POST', '/v2/batch/scrape', { urls: pages(2401) }, own)).toMatchObject({ status: 400 });
  for (let i = 0; i < 4; i++) await begin(pages(30), {}, own);
  expect(await call('POST', '/v2/batch/scrape', { urls: pages(30) }, own)).toMatchObject({
    status: 429,
    retryAfter: expect.stringMatching(/^\d+$/),
    body: { success: false, reason: 'concurrency_limited' },
  });
});
