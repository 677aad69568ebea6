import { afterAll, beforeAll, expect } from 'vitest';
import type { ErrorEnvelope } from '../../src/contract/error-envelope.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

const MAX_BODY = 100_000;
const MAX_PAGE = 200_000;
let site: Upstream;
let service: TestService;
let key: string;
let url: string;

beforeAll(async () => {
  site = await startUpstream({
    '/article': ARTICLE,
    '/inside': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    '/slow': () => undefined,
    '/big': `<main>${PROSE}${'<p>More and more.</p>'.repeat(20_000)}</main>`,
    '/empty': '<!doctype html><title>Nothing</title><body></body>',
    '/broken': (_request, response) => response.writeHead(503, { 'retry-after': '9' }).end('<h1>Down</h1>'),
    '/image': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_MAX_BODY_BYTES: String(MAX_BODY),
    PAGEMARK_MAX_RESPONSE_BYTES: String(MAX_PAGE),
    PAGEMARK_PLANS: '{"test":{"perMinute":5000,"perHour":50000}}',
  });
  key = await service.newKey('test');
  url = `${site.url}/article`;
});
afterAll(async () => {
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  await service?.close();
  await site?.close();
});

interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly headers: Headers;
}

/** The refusal in an answer, checked to be the envelope. */
async function refusal(answer: Response | Promise<Response>): Promise<Refusal> {
  const response = await answer;
  const body = (await response.json()) as ErrorEnvelope;
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(body).toEqual({
    status: 'error',
    error: { code: response.status, message: expect.any(String), reason: expect.any(String) },
  });
  const { message, reason } = body.error;
  return { status: response.status, reason, message, headers: response.headers };
}

const send = (body: unknown, headers?: Record<string, string>) =>
  refusal(service.convert(body, key, headers));

/** Expects a 400 whose message quotes every one of `words`. */
async function badRequest(
  body: unknown,
  words: readonly string[],
  reason = 'invalid_request',
): Promise<void> {
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 400, reason });
  for (const word of words) expect(answer.message).toContain(word);
}

verifies('convert:400:url-missing', async () => {
  await badRequest({}, ['"url"', 'missing']);
  await badRequest({ response_format: 'text' }, ['"url"']);
});
verifies('convert:400:url-type', async () => {
  for (const value of [42, null, true, [], {}]) await badRequest({ url: value }, ['"url"', 'a string']);
  await badRequest({ url: '' }, ['"url"', 'at least 1']);
});
verifies('convert:400:url-unparsable', async () => {
  for (const value of ['example', 'http://', 'http://[::1', 'http://a b/', 'http://:80/', '//example.com']) {
    await badRequest({ url: value }, [], 'invalid_url');
  }
});
verifies('convert:400:url-scheme', async () => {
  for (const value of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ws://a.b/',
  ]) {
    await badRequest({ url: value }, [], 'invalid_url');
  }
});
verifies('convert:400:url-length', async () => {
  const answer = await send({ url: `https://example.com/${'a'.repeat(8192)}` });
  expect(answer.status).toBe(400);
});
verifies('convert:400:format-value', async () => {
  for (const value of ['html', '', 'Markdown', 1, null]) {
    await badRequest({ url, response_format: value }, ['"response_format"', '"markdown"', '"text"']);
  }
});
verifies('convert:400:metadata-type', async () => {
  for (const value of ['true', 1, null, {}]) {
    await badRequest({ url, include_metadata: value }, ['"include_metadata"', 'true or false']);
  }
});
verifies('convert:400:malformed-json', async () => {
  for (const body of ['{', '{"url":}', "{'url':'x'}", '{"url":"x"} x', 'url=x'])
    await badRequest(body, ['JSON']);
});
verifies('convert:400:not-an-object', async () => {
  for (const body of ['[]', '"x"', '1', 'null', 'true']) await badRequest(body, ['object']);
});
verifies('convert:400:empty-body', async () => {
  await badRequest('', ['empty']);
});
verifies('convert:400:invalid-utf8', async () => {
  const body = Buffer.concat([
    Buffer.from('{"url":"http://a.example/'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}'),
  ]);
  const answer = await refusal(
    fetch(`${service.url}/v1/convert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    }),
  );
  expect(answer).toMatchObject({ status: 400, reason: 'invalid_request' });
  expect(answer.message).toContain('UTF-8');
});
verifies('convert:400:lone-surrogate', async () => {
  await badRequest('{"url":"http://example.com/\\ud800"}', ['"url"', 'surrogate']);
  await badRequest('{"url":"http://example.com/","html":"\\udfff"}', ['"html"', 'surrogate']);
});

verifies('convert:401:missing', async () => {
  const answer = await refusal(fetch(`${service.url}/v1/convert`, { method: 'POST' }));
  expect(answer).toMatchObject({ status: 401, reason: 'unauthorized' });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
});
verifies('convert:401:rejected', async () => {
  const unknown = `pmk_${'0'.repeat(38)}`;
  expect(await refusal(service.convert({ url }, unknown))).toMatchObject({ status: 401 });
  expect(await refusal(service.convert({ url }, `${key}x`))).toMatchObject({ status: 401 });
});
verifies('convert:401:malformed', async () => {
  for (const authorization of [
    key,
    `Basic ${key}`,
    'Bearer',
    'Bearer ',
    `Bearer ${key} ${key}`,
    `Bearer "${key}"`,
  ]) {
    const answer = await refusal(service.convert({ url }, key, { authorization }));
    expect(answer.status, authorization).toBe(401);
  }
});
verifies('convert:401:revoked', async () => {
  const { key: doomed, id } = await service.issue('test');
  expect((await service.convert({ url }, doomed)).status).toBe(200);
  await service.access.keys.revoke(id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await refusal(service.convert({ url }, doomed))).toMatchObject({ status: 401 });
});
verifies('convert:401:expired', async () => {
  const expired = await service.newKey('test', Date.now() - 1000);
  expect(await refusal(service.convert({ url }, expired))).toMatchObject({ status: 401 });
});
verifies('convert:401:before-body', async () => {
  const head =
    'POST /v1/convert HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 99999999\r\n\r\n';
  expect((await rawRequest(service.url, [head], 'answered')).status).toBe(401);
});

verifies('convert:403:address', async () => {
  const spellings = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:pass@example.com/',
    'http://1.1.1.1:22/',
  ];
  for (const target of spellings) {
    expect(await send({ url: target }), target).toMatchObject({ status: 403, reason: 'blocked_target' });
  }
});
verifies('convert:403:name', async () => {
  for (const name of [
    'localhost',
    'a.localhost',
    'printer',
    'a.local',
    'db.internal',
    'metadata.google.internal',
  ]) {
    expect(await send({ url: `http://${name}/` }), name).toMatchObject({
      status: 403,
      reason: 'blocked_target',
    });
  }
});
verifies('convert:403:redirect', async () => {
  expect(await send({ url: `${site.url}/inside` })).toMatchObject({ status: 403, reason: 'blocked_target' });
});
verifies('convert:403:opaque', async () => {
  const messages = new Set<string>();
  for (const target of ['http://127.0.0.1/', 'http://localhost/', 'http://10.1.2.3/', `${site.url}/inside`]) {
    messages.add((await send({ url: target })).message);
  }
  expect(messages.size).toBe(1);
  expect([...messages][0]).not.toMatch(/\d+\.\d+|localhost|private|loopback/);
});

verifies('convert:408:fetch', async () => {
  const startedAt = performance.now();
  const answer = await send({ url: `${site.url}/slow`, timeout_ms: 300 });
  const tookMs = performance.now() - startedAt;
  expect(answer).toMatchObject({ status: 408, reason: 'fetch_timeout' });
  expect(answer.message).toContain('raise "timeout_ms" if you gave a short one');
  expect(tookMs).toBeLessThan(onThisMachine(2000));
  await expect.poll(site.open).toBeLessThanOrEqual(1);
});

verifies('convert:413:request', async () => {
  const answer = await send({ url, html: 'a'.repeat(MAX_BODY) });
  expect(answer).toMatchObject({ status: 413, reason: 'body_too_large' });
  expect(answer.message).toContain(String(MAX_BODY));
  expect(await send('a'.repeat(10 * 1024 * 1024))).toMatchObject({ status: 413 });
});
verifies('convert:413:request-chunked', async () => {
  const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  const chunks = Array.from({ length: 8 }, () => chunk);
  const answer = await rawRequest(service.url, [head, ...chunks], 'answered');
  expect(answer.status).toBe(413);
});
verifies('convert:413:upstream', async () => {
  expect(await send({ url: `${site.url}/big` })).toMatchObject({ status: 413, reason: 'response_too_large' });
});

verifies('convert:415:wrong-type', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'application/json; charset=utf-16',
  ]) {
    const answer = await send({ url }, { 'content-type': type });
    expect(answer, type).toMatchObject({ status: 415, reason: 'unsupported_content_type' });
    expect(answer.message).toContain('"application/json" in UTF-8');
  }
  // What is US-ASCII is UTF-8.
  for (const type of ['Application/JSON; charset="UTF-8"', 'application/json; charset=us-ascii']) {
    const accepted = await service.convert({ url }, key, { 'content-type': type });
    expect(accepted.status, type).toBe(200);
  }
});
verifies('convert:415:missing-type', async () => {
  const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  expect((await rawRequest(service.url, [head])).status).toBe(415);
});
verifies('convert:415:encoding', async () => {
  const answer = await send({ url }, { 'content-encoding': 'gzip' });
  expect(answer).toMatchObject({ status: 415 });
  expect(answer.message).toContain('Content-Encoding');
});

verifies('convert:422:empty', async () => {
  expect(await send({ url: `${site.url}/empty` })).toMatchObject({ status: 422, reason: 'empty_content' });
});
verifies('convert:422:upstream-status', async () => {
  expect(await send({ url: `${site.url}/none` })).toMatchObject({
    status: 422,
    reason: 'upstream_not_found',
  });
  const down = await send({ url: `${site.url}/broken` });
  expect(down).toMatchObject({ status: 422, reason: 'upstream_unavailable' });
  expect(down.headers.get('retry-after')).toBeNull();
});
verifies('convert:422:unreachable', async () => {
  const gone = await startUpstream({});
  const other = await startTestService({ PAGEMARK_FETCH_ALLOW: gone.address });
  await gone.close();
  try {
    const answer = await refusal(other.convert({ url: gone.url }, await other.newKey()));
    expect(answer).toMatchObject({ status: 422, reason: 'upstream_unreachable' });
  } finally {
    await other.close();
  }
});
verifies('convert:422:media-type', async () => {
  expect(await send({ url: `${site.url}/image` })).toMatchObject({
    status: 422,
    reason: 'unsupported_media_type',
  });
});
