import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../support/issue-key.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { postConvert, startTestService, type TestService, testEnv } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

const seen: { readonly path: string; readonly condition: string | undefined }[] = [];
const state = { edition: 1, status: 200 };
let site: Upstream;
let service: TestService;
let key: string;

/** The article in its current edition, and a note of the request. */
const article = () =>
  ARTICLE.replaceAll('Rivers and bridges', `Rivers and bridges, edition ${state.edition}`);
const fetches = (name: string) => seen.filter((one) => one.path.startsWith(name));

beforeAll(async () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const note = (request: IncomingMessage) =>
    seen.push({
      path: request.url ?? '',
      condition: request.headers['if-none-match'],
    });
  site = await startUpstream({
    '/plain': (request, response) => {
      note(request);
      response.writeHead(state.status, html).end(article());
    },
    '/tagged': (request, response) => {
      note(request);
      const etag = `"edition-${state.edition}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { ...html, etag }).end(article());
    },
    '/private': (request, response) => {
      note(request);
      response.writeHead(200, { ...html, 'cache-control': 'private, max-age=60' }).end(article());
    },
    '/left': (request, response) => {
      note(request);
      response.writeHead(200, html).end(article());
    },
    '/slow': (request, response) => {
      note(request);
      setTimeout(() => response.writeHead(200, html).end(article()), 400);
    },
    '/empty': (request, response) => {
      note(request);
      response
        .writeHead(200, html)
        .end(seen.filter(({ path }) => path === request.url).length === 1 ? '<p></p>' : article());
    },
  });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  key = await service.newKey();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

async function convert(name: string, headers: Record<string, string> = {}, body: object = {}, by = key) {
  const answer = await service.convert({ url: `${site.url}${name}`, ...body }, by, headers);
  const { data, error } = (await answer.json()) as {
    data?: { content: string; metadata?: { title: string }; next_cursor?: string };
    error?: { reason: string };
  };
  return {
    status: answer.status,
    content: data?.content ?? error?.reason,
    cursor: data?.next_cursor,
    etag: answer.headers.get('etag'),
    age: answer.headers.get('age'),
    cacheStatus: answer.headers.get('cache-status'),
  };
}

test('what a caller leaves of a page forgets it for nobody', async () => {
  expect((await convert('/left')).status).toBe(200);
  for (const asked of [{ exclude_selectors: ['body'] }, { include_selectors: ['#nothing'] }])
    expect(await convert('/left', {}, asked)).toMatchObject({ status: 422, content: 'empty_content' });
  expect((await convert('/left')).cacheStatus).toContain('hit');
  expect(fetches('/left')).toHaveLength(1);
});

test('one fetch serves every format and every option that is applied afterwards', async () => {
  const first = await convert('/plain');
  expect(first).toMatchObject({
    status: 200,
    age: '0',
    cacheStatus: 'pagemark; fwd=miss; fwd-status=200; stored; ttl=3600',
  });
  state.edition = 2;
  const again = await convert('/plain#part');
  expect(again).toMatchObject({ content: first.content, etag: first.etag });
  expect(again.cacheStatus).toMatch(/^pagemark; hit; ttl=3[0-9]{3}, pagemark-result; hit$/);
  for (const body of [
    { response_format: 'text', include_metadata: true },
    { links: 'none', include_links: true },
    { scope: 'full', include_diagnostics: true },
    { max_tokens: 50 },
  ]) {
    const one = await convert('/plain', {}, body);
    expect(one.cacheStatus).toMatch(/hit/);
    expect(one.content).not.toContain('edition 2');
  }
  expect(fetches('/plain')).toHaveLength(1);
  // The language is part of what is fetched.
  expect((await convert('/plain', {}, { language: 'de' })).content).toContain('edition 2');
  expect(fetches('/plain')).toHaveLength(2);
});

test('Cache-Control on the request asks for newer, and If-None-Match on a POST is not looked at', async () => {
  state.edition = 3;
  expect((await convert('/plain', { 'cache-control': 'max-age=600' })).content).not.toContain('edition 3');
  const newer = await convert('/plain', { 'cache-control': 'no-cache' });
  expect(newer.content).toContain('edition 3');
  expect(newer.cacheStatus).toBe('pagemark; fwd=request; fwd-status=200; stored; ttl=3600');
  expect(
    await convert('/plain', { 'if-none-match': newer.etag!, 'cache-control': 'max-age=600' }),
  ).toMatchObject({
    status: 200,
    content: newer.content,
    etag: newer.etag,
  });
  await sleep(1100);
  expect((await convert('/plain', { 'cache-control': 'max-age=1' })).cacheStatus).toMatch(/fwd=request/);
});

test('the GET form is answered from the same snapshot, and with 304 for the tag that the caller has', async () => {
  const before = fetches('/plain').length;
  const get = (headers: Record<string, string>) =>
    fetch(`${service.url}/${site.url}/plain`, { headers: { authorization: `Bearer ${key}`, ...headers } });
  // `fetch` adds `no-cache` to a request with a condition, unless it says something of its own.
  const kept = { 'cache-control': 'max-age=600' };
  const full = await get({});
  expect(full.headers.get('cache-status')).toMatch(/hit/);
  const same = await get({ ...kept, 'if-none-match': full.headers.get('etag')! });
  expect([same.status, await same.text()]).toEqual([304, '']);
  expect(fetches('/plain')).toHaveLength(before);
});

test('a page sent as private is fetched for each key by itself', async () => {
  const other = await service.newKey();
  for (const by of [key, other, key, other]) await convert('/private', {}, {}, by);
  expect(fetches('/private')).toHaveLength(2);
});

test.each([
  ['strict', '/empty', {}, { status: 422, content: 'empty_content' }],
  ['not strict', '/empty?lax', { strict: false }, { status: 200, content: '' }],
])('a page that turns out to be none is not kept: %s about it', async (_how, path, body, told) => {
  const none = await convert(path, {}, body);
  expect(none).toMatchObject(told);
  expect(none.cacheStatus ?? '').not.toContain('stored');
  expect((await convert(path)).status).toBe(200);
  expect((await convert(path, {}, body)).cacheStatus).toMatch(/hit/);
  expect(seen.filter((one) => one.path === path)).toHaveLength(2);
});

test('what the snapshots did is counted for Prometheus, by MCP and HTTP alike', async () => {
  const call = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'webpage_to_markdown', arguments: { url: `${site.url}/plain` } },
    }),
  });
  expect(await call.text()).toMatch(
    /"pagemark\/snapshot":\{"age_s":\d+,"cache_status":"pagemark; hit; ttl=\d+"/,
  );
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const count = (result: string) =>
    Number(new RegExp(`pagemark_snapshots_total{result="${result}"} (\\d+)`).exec(metrics)?.[1]);
  expect(count('hit')).toBeGreaterThan(5);
  expect(count('miss')).toBeGreaterThan(3);
  expect(count('request')).toBe(2);
  expect(count('stale_if_error')).toBe(0);
  expect(count('store_fault')).toBe(0);
});

test('parts go on in their version of the page when another caller has asked for a newer one', async () => {
  state.edition = 1;
  const whole = (await convert('/plain?parts')).content;
  const parts = [await convert('/plain?parts', {}, { max_tokens: 50 })];
  const other = await service.newKey();
  for (let part = parts[0]!; part.cursor !== undefined; part = parts.at(-1)!) {
    state.edition++;
    const newer = await convert('/plain?parts', { 'cache-control': 'no-cache' }, {}, other);
    expect(newer.content).toContain(`edition ${state.edition}`);
    parts.push(await convert('/plain?parts', {}, { max_tokens: 50, cursor: part.cursor }));
    expect(parts.at(-1)!.cacheStatus).toMatch(/hit/);
  }
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map(({ content }) => content).join('')).toBe(whole);
});

test('only-if-cached is answered from what is kept, or not at all', async () => {
  const onlyIfCached = { 'cache-control': 'only-if-cached' };
  expect(await convert('/plain?unasked', onlyIfCached)).toMatchObject({ status: 422, content: 'not_cached' });
  await convert('/plain?asked');
  expect((await convert('/plain?asked', onlyIfCached)).cacheStatus).toMatch(/hit/);
  expect(fetches('/plain?unasked')).toHaveLength(0);
  expect(fetches('/plain?asked')).toHaveLength(1);
});

test('a page that ran out: 304 keeps it, a change replaces it, an upstream that fails leaves it standing', async () => {
  const short = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_SNAPSHOT_TTL_S: '1',
  });
  try {
    const by = await short.newKey();
    const ask = async (name: string) => {
      const answer = await short.convert({ url: `${site.url}${name}` }, by);
      const text = await answer.text();
      return { status: answer.status, text, cache: answer.headers.get('cache-status') };
    };
    state.edition = 5;
    const first = await ask('/tagged');
    await sleep(1100);
    expect(await ask('/tagged')).toEqual({
      status: 200,
      text: first.text,
      cache: 'pagemark; fwd=stale; fwd-status=304; stored; ttl=1',
    });
    expect(fetches('/tagged').map(({ condition }) => condition)).toEqual([undefined, '"edition-5"']);
    state.edition = 6;
    await sleep(1100);
    expect((await ask('/tagged')).text).toContain('edition 6');
    expect((await ask('/plain')).text).toContain('edition 6');
    state.edition = 7;
    state.status = 503;
    await sleep(1100);
    const standing = await ask('/plain');
    expect(standing.text).toContain('edition 6');
    expect(standing.cache).toMatch(/^pagemark; fwd=stale; fwd-status=503; ttl=-?\d+; detail=stale-if-error$/);
    state.status = 200;
    expect((await ask('/plain')).text).toContain('edition 7');
  } finally {
    state.status = 200;
    await short.close();
  }
});

test('two processes on one data folder make one fetch for sixty callers', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-snapshots-'));
  const env = testEnv(folder, { PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_WORKERS: '1' });
  let processes: ServiceProcess[] = [];
  try {
    processes = [await startServiceProcess(env), await startServiceProcess(env)];
    const by = await issueKey(env, 'growth');
    const before = fetches('/slow').length;
    const calls = Array.from({ length: 60 }, (_, i) =>
      postConvert(processes[i % 2]!.url, { url: `${site.url}/slow` }, by),
    );
    const answers = await Promise.all(calls);
    // On a busy machine some of those who come at once are refused a worker, which is not the snapshots' matter.
    const converted = answers.filter(({ status }) => status !== 429);
    expect(new Set(converted.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(converted.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(new Set(converted.map(({ url }) => url)).size).toBe(2);
    expect(fetches('/slow')).toHaveLength(before + 1);
  } finally {
    for (const one of processes) await one.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
