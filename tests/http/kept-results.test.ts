import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

const HIT = /pagemark-result; hit$/;
let site: Upstream;
let service: TestService;
let key: string;

const sent =
  (headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(ARTICLE);

beforeAll(async () => {
  site = await startUpstream({
    '/page': ARTICLE,
    '/private': sent({ 'cache-control': 'private' }),
    '/wall': '<title>Sign in</title><form><input type="password"></form>',
  });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  key = await service.newKey();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

interface Answer {
  readonly status: number;
  readonly content: string | undefined;
  readonly cursor: string | undefined;
  readonly headers: Headers;
  readonly cacheStatus: string | null;
  /** Pages that the workers converted for it. */
  readonly converted: number;
}

/** One answer of a service, and how many conversions it took. */
async function convert(
  body: object,
  {
    headers = {},
    by = key,
    at = service,
  }: { headers?: Record<string, string>; by?: string; at?: TestService } = {},
): Promise<Answer> {
  const before = await conversions(at);
  const answer = await at.convert({ url: `${site.url}/page`, ...body }, by, headers);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const { data } = (isJson ? JSON.parse(text) : { data: { content: text } }) as {
    data?: { content: string; next_cursor?: string };
  };
  return {
    status: answer.status,
    content: data?.content,
    cursor: data?.next_cursor,
    headers: answer.headers,
    cacheStatus: answer.headers.get('cache-status'),
    converted: (await conversions(at)) - before,
  };
}

async function conversions({ url }: TestService): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return [...metrics.matchAll(/^pagemark_stage_seconds_count\{stage="convert",outcome="[a-z_]+"\} (\d+)/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0);
}

test('a page asked for again is converted once, and the answer is the same but for how it came about', async () => {
  const first = await convert({});
  const again = await convert({}, { by: await service.newKey() });
  expect([first.converted, again.converted]).toEqual([1, 0]);
  expect(first.cacheStatus).not.toMatch(HIT);
  expect(again.cacheStatus).toMatch(/^pagemark; hit; ttl=\d+, pagemark-result; hit$/);
  expect(again.content).toBe(first.content);
  for (const name of ['etag', 'x-pagemark-tokens', 'content-type', 'content-length', 'x-pagemark-engine'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
});

test('the other format and the bare content are answered without converting again, as if they had been', async () => {
  const fresh = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_RESULT_MAX_BYTES: '0',
  });
  try {
    const by = await fresh.newKey();
    await convert({});
    const bare = { headers: { accept: 'text/markdown' } };
    for (const [body, how] of [
      [{ response_format: 'text' }, {}],
      [{}, bare],
      [{ response_format: 'text' }, bare],
    ] as const) {
      const kept = await convert(body, how);
      const converted = await convert(body, { ...how, by, at: fresh });
      expect([kept.converted, converted.converted]).toEqual([0, 1]);
      expect(kept.cacheStatus).toMatch(HIT);
      expect(converted.cacheStatus).not.toMatch(HIT);
      expect(kept.content).toBe(converted.content);
      expect(kept.headers.get('etag')).toBe(converted.headers.get('etag'));
    }
  } finally {
    await fresh.close();
  }
});

test('the parts of a page cost one conversion, and join to the whole', async () => {
  const whole = await convert({});
  const parts = [await convert({ max_tokens: 50 })];
  for (let part = parts[0]!; part.cursor !== undefined; part = parts.at(-1)!)
    parts.push(await convert({ cursor: part.cursor }));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map(({ converted }) => converted)).toEqual(parts.map((_, i) => (i === 0 ? 1 : 0)));
  expect(parts.map(({ content }) => content).join('')).toBe(whole.content);
});

test('HTML that a caller sent is kept for its key alone', async () => {
  const html = ARTICLE.replace('</article>', '<p>Sent by one caller.</p></article>');
  const other = await service.newKey();
  const first = await convert({ html });
  expect(await convert({ html })).toMatchObject({ converted: 0, cacheStatus: 'pagemark-result; hit' });
  const byOther = await convert({ html }, { by: other });
  expect([first, byOther]).toMatchObject([
    { status: 200, converted: 1, cacheStatus: null },
    { status: 200, converted: 1, cacheStatus: null },
  ]);
  expect(byOther.content).toBe(first.content);
  expect((await convert({ html }, { by: other })).converted).toBe(0);
});

test('a page that is private to a key is converted for each key by itself', async () => {
  const url = `${site.url}/private`;
  const other = await service.newKey();
  const answers = [];
  for (const by of [key, other, key, other]) answers.push(await convert({ url }, { by }));
  expect(answers.map(({ converted }) => converted)).toEqual([1, 1, 0, 0]);
});

test('no-store is answered from no result, and leaves none', async () => {
  const headers = { 'cache-control': 'no-store' };
  await convert({});
  const html = `${ARTICLE}<!-- not to be kept -->`;
  for (const body of [{}, { html }]) {
    expect(await convert(body, { headers })).toMatchObject({ status: 200, converted: 1 });
    expect((await convert(body, { headers })).converted).toBe(1);
  }
  expect((await convert({ html })).converted).toBe(1);
});

test('a page that is no content is converted whenever it is asked for', async () => {
  const url = `${site.url}/wall`;
  for (const strict of [true, false, false]) expect((await convert({ url, strict })).converted).toBe(1);
});

test('every answer counts in both windows, whether it was converted or not', async () => {
  const by = await service.newKey('free');
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await convert({}, { by })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

// In the short form snapshots.test.ts holds it: a page that ran out is answered anew.
test.runIf(isFull)('a result ends with its snapshot', async () => {
  const short = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_SNAPSHOT_TTL_S: '2' });
  try {
    const how = { at: short, by: await short.newKey() };
    await convert({}, how);
    expect((await convert({}, how)).converted).toBe(0);
    await sleep(2100);
    expect((await convert({}, how)).converted).toBe(1);
  } finally {
    await short.close();
  }
});

test('without snapshots every request fetches and converts, and nothing is said of a cache', async () => {
  const none = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_SNAPSHOT_TTL_S: '0' });
  try {
    const how = { at: none, by: await none.newKey() };
    const before = site.requests();
    for (const body of [{}, {}, { html: ARTICLE }, { html: ARTICLE }]) {
      const { headers, ...answer } = await convert(body, how);
      expect(answer).toMatchObject({ status: 200, converted: 1, cacheStatus: null });
      expect(headers.get('age')).toBeNull();
    }
    expect(site.requests()).toBe(before + 2);
  } finally {
    await none.close();
  }
});

test('looks for results are counted', async () => {
  await convert({});
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const count = (result: string) =>
    Number(new RegExp(`pagemark_results_total\\{result="${result}"\\} (\\d+)`).exec(metrics)?.[1]);
  expect(count('hit')).toBeGreaterThan(5);
  expect(count('miss')).toBeGreaterThan(3);
  expect(count('store_fault')).toBe(0);
});
