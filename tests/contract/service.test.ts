import { afterAll, beforeAll, expect } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import { startFakeHttp } from '../support/fake-http.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { postConvert, startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

let site: Upstream;
let service: TestService;
let key: string;
/** What answers the requests for `/late`, the first first. */
const late: (() => void)[] = [];

beforeAll(async () => {
  site = await startUpstream({
    '/article': ARTICLE,
    '/late': (_request, response) => {
      late.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE));
    },
  });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Envelope {
  readonly status: string;
  readonly error: { readonly code: number; readonly message: string; readonly reason: string };
}

async function envelope(answer: Response): Promise<Envelope> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const body = (await answer.json()) as Envelope;
  expect(body.status).toBe('error');
  expect(body.error.code).toBe(answer.status);
  return body;
}

/** A page whose conversion takes seconds of CPU. */
function heavyPage(): string {
  return `<main>${`<div><p>${PROSE}</p><table><tr><td>a<td>b</table></div>`.repeat(1500)}</main>`;
}

verifies('convert:408:conversion', async () => {
  const body = { url: 'https://example.com/', html: heavyPage(), timeout_ms: 100 };
  const answer = await service.convert(body, key);
  expect((await envelope(answer)).error).toMatchObject({ code: 408, reason: 'conversion_timeout' });
  // Busy while another thread starts in the place of the one that was ended.
  await expect
    .poll(async () => (await service.convert({ url: `${site.url}/article` }, key)).status)
    .toBe(200);
});

verifies('convert:429:busy', async () => {
  const small = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_QUEUE_MAX: '1' });
  try {
    const own = await small.newKey('free');
    await small.convert({ url: 'https://example.com/', html: ARTICLE }, own);
    const first = small.convert({ url: `${site.url}/late` }, own);
    await expect.poll(() => late.length).toBe(1);
    const refuse = async () => {
      const startedAt = performance.now();
      const answer = await small.convert({ url: `${site.url}/article` }, own);
      return { answer, tookMs: performance.now() - startedAt };
    };
    // The quickest of three: a busy machine may hold up any one of them.
    const refusals = [await refuse(), await refuse(), await refuse()];
    const tookMs = Math.min(...refusals.map((refusal) => refusal.tookMs));
    const answer = refusals[2]!.answer;
    expect((await envelope(answer)).error).toMatchObject({ code: 429, reason: 'busy' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=8;/);
    expect(tookMs).toBeLessThan(onThisMachine(50));
    late.shift()!();
    expect((await first).status).toBe(200);
  } finally {
    await small.close();
  }
});

verifies('convert:429:concurrency', async () => {
  const own = { PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_CONCURRENCY_MAX: '1' };
  const small = await startTestService(own);
  try {
    const [key, other] = [await small.newKey('free'), await small.newKey('free')];
    const first = small.convert({ url: `${site.url}/late` }, key);
    await expect.poll(() => late.length).toBe(1);
    const answer = await small.convert({ url: `${site.url}/article` }, key);
    expect((await envelope(answer)).error).toMatchObject({ code: 429, reason: 'concurrency_limited' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=9;/);
    expect((await small.convert({ url: `${site.url}/article` }, other)).status).toBe(200);
    late.shift()!();
    expect((await first).status).toBe(200);
  } finally {
    await small.close();
  }
});

verifies('convert:500:internal', async () => {
  const secret = 'ENOENT /srv/secret';
  const fake = await startFakeHttp(() => Promise.reject(new Error(secret)));
  try {
    const answer = await postConvert(fake.url, { url: 'https://example.com/' }, 'good');
    const body = await envelope(answer);
    expect(body.error).toMatchObject({ code: 500, reason: 'internal' });
    expect(JSON.stringify(body)).not.toContain('ENOENT');
    expect(fake.seen).toMatchObject({ settled: ['internal'], givenBack: 0 });
    expect(String(fake.seen.defects[0])).toContain(secret);
  } finally {
    await fake.close();
  }
});

verifies('convert:503:draining', async () => {
  const ending = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  const own = await ending.newKey();
  const accepted = ending.convert({ url: `${site.url}/late` }, own);
  await expect.poll(() => late.length).toBe(1);
  const drained = ending.drain();
  const answer = await ending.convert({ url: `${site.url}/article` }, own);
  expect((await envelope(answer)).error).toMatchObject({ code: 503, reason: 'draining' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await fetch(`${ending.url}/ready`)).status).toBe(503);
  late.shift()!();
  expect((await accepted).status).toBe(200);
  await drained;
  await expect(fetch(`${ending.url}/health`)).rejects.toThrow();
  await ending.close();
});

verifies('convert:200:leaving', async () => {
  const leaving = await startTestService({ PAGEMARK_DRAIN_DELAY_MS: '600000' });
  const own = await leaving.newKey();
  void leaving.drain();
  const ready = await fetch(`${leaving.url}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'unready', draining: true }]);
  const answer = await leaving.convert({ url: 'https://example.com/', html: ARTICLE }, own);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await leaving.close();
});

verifies('convert:503:store', async () => {
  const away = () => Promise.reject(fail('store_unavailable', 'Retry later.', { retryAfterMs: 2000 }));
  const fake = await startFakeHttp(away, {
    authenticator: { authenticate: away, recall: () => null, byId: away },
  });
  try {
    const answer = await postConvert(fake.url, { url: 'https://example.com/' }, 'good');
    expect((await envelope(answer)).error).toMatchObject({ code: 503, reason: 'store_unavailable' });
    expect(answer.headers.get('retry-after')).toBe('2');
  } finally {
    await fake.close();
  }
});

verifies('auth:convert:bearer', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const authorization = `${scheme} ${key}`;
    const answer = await service.convert({ url: `${site.url}/article` }, key, { authorization });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

verifies('auth:health:none', async () => {
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  const headers = { authorization: 'Bearer nonsense' };
  expect((await fetch(`${service.url}/health`, { headers })).status).toBe(200);
});

verifies('health:200', async () => {
  const answer = await fetch(`${service.url}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
});

verifies('errors:envelope:shape', async () => {
  const answer = await service.convert({}, key);
  const body = await envelope(answer);
  expect(Object.keys(body).sort()).toEqual(['error', 'status']);
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'reason']);
});

verifies('errors:envelope:code', async () => {
  const answers = await Promise.all([
    service.convert({}, key),
    service.convert({}, 'wrong'),
    service.convert({ url: 'http://10.0.0.1/' }, key),
    service.convert('{}', key, { 'content-type': 'text/plain' }),
    fetch(`${service.url}/nowhere`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 415, 404]);
  for (const answer of answers) expect(Number.isInteger((await envelope(answer)).error.code)).toBe(true);
});

verifies('errors:envelope:not-found', async () => {
  for (const [method, path] of [
    ['GET', '/none'],
    ['GET', '/v2/convert'],
    ['POST', '/v1/convert/'],
    ['POST', '/v1/none'],
    ['GET', '/%zz'],
  ] as const) {
    const answer = await fetch(service.url + path, { method });
    expect([404, 400]).toContain(answer.status);
    await envelope(answer);
  }
});

verifies('errors:envelope:method', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await fetch(`${service.url}/v1/convert`, { method });
    expect((await envelope(answer)).error).toMatchObject({ code: 405, reason: 'method_not_allowed' });
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  }
  const options = await fetch(`${service.url}/health`, { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect((await fetch(`${service.url}/health`, { method: 'HEAD' })).status).toBe(200);
  const server = await rawRequest(service.url, [
    'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]);
  expect(server.status).toBe(204);
  expect(server.head).toMatch(/^allow: DELETE, GET, HEAD, POST, PUT, OPTIONS\r$/im);
});

verifies('errors:envelope:protocol', async () => {
  const cases: readonly (readonly [string, number])[] = [
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nBroken header\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n', 417],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['GET * HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ];
  for (const [text, status] of cases) {
    const answer = await rawRequest(service.url, [text], 'answered');
    expect(answer.status, text.slice(0, 80)).toBe(status);
    expect(answer.head.toLowerCase()).toContain('x-request-id:');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'error', error: { code: status } });
  }
});

verifies('errors:envelope:no-reset-at', async () => {
  for (const body of [{}, { url: 'http://10.0.0.1/' }, { url: `${site.url}/none` }]) {
    expect((await envelope(await service.convert(body, key))).error).not.toHaveProperty('reset_at');
  }
});

verifies('version:path', async () => {
  expect((await fetch(`${service.url}/convert`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${service.url}/v1/convert`, { method: 'POST' })).status).toBe(401);
});
