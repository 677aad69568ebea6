import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { onThisMachine } from '../support/machine-speed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  key = await service.newKey();
});
afterAll(() => service?.close());

const get = (url: string, path: string, ...fields: readonly string[]) =>
  rawRequest(url, [
    ['GET', path, 'HTTP/1.1\r\n'].join(' '),
    ...fields.map((field) => `${field}\r\n`),
    '\r\n',
  ]);
const reasonOf = (body: string) => (JSON.parse(body) as { error: { code: number; reason: string } }).error;

describe('paths of the guides that leave their folder', () => {
  test.each(['%2e%2e/x', '%00', '%5c..%5c', '..%2f..%2fpackage.json', '.git', 'none'])(
    '/docs/guides/%s is a 404',
    async (path) => {
      const answer = await get(service.url, `/docs/guides/${path}`, 'Host: x', 'Connection: close');
      expect(answer.status).toBe(404);
      expect(reasonOf(answer.body)).toMatchObject({ code: 404, reason: 'not_found' });
    },
  );

  it('what is in it is served', async () => {
    expect((await fetch(`${service.url}/docs/guides/api.md`)).status).toBe(200);
  });
});

test.each([
  '/health',
  '/ready',
  '/v1/convert',
  '/v1/convert/file',
  '/v1/ai',
  '/v1/license/validate',
  '/v1/usage',
  '/mcp',
  '/openapi.json',
])('%s with a slash at its end is a 404 that names it', async (path) => {
  const answer = await get(service.url, `${path}/?a=1`, 'Host: x', 'Connection: close');
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.body).error.message).toBe(`Request "${path}": there is nothing at "${path}/".`);
});

test.each([
  ['GET', '/v1/convert', 405],
  ['OPTIONS', '/v1/convert', 204],
  ['GET', '/v1/scrape', 405],
  ['POST', '/v1/scrape', 401],
  ['GET', '/none', 404],
  ['GET', '/health', 200],
])('the whole address of the service is its path: %s %s', async (method, path, status) => {
  const ask = (target: string) =>
    rawRequest(service.url, [
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: same\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ]);
  const [short, whole] = [await ask(path), await ask(`http://service.example${path}`)];
  expect([whole.status, whole.body]).toEqual([status, short.body]);
});

describe('framing that a proxy may read otherwise', () => {
  const body = '{"url":"https://example.com/","html":"<p>x"}';
  const convert = (version: string, ...fields: readonly string[]) => [
    [`POST /v1/convert HTTP/${version}`, `Authorization: Bearer ${key}`, ...fields, '', ''].join('\r\n'),
  ];
  test.each([
    ['two Host fields', '1.1', ['Host: a', 'Host: a', 'Content-Length: 0'], ''],
    ['Host fields in other letters', '1.1', ['Host: a', 'hOST: b', 'Content-Length: 0'], ''],
    ['HTTP/1.0 with two Host fields', '1.0', ['Host: a', 'Host: b', 'Content-Length: 0'], ''],
    ['HTTP/1.0 with Transfer-Encoding', '1.0', ['Host: a', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['HTTP/1.1 without Host', '1.1', ['Content-Length: 0'], ''],
  ] as const)('%s is a 400, and the connection is closed', async (_name, version, fields, payload) => {
    // The parser itself refuses what follows a request of HTTP/1.0.
    const next = version === '1.0' ? '' : 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await rawRequest(service.url, [...convert(version, ...fields), payload + next]);
    expect(answer.status).toBe(400);
    expect(answer.closedAfterMs).toBeLessThan(onThisMachine(2500));
    expect(`${answer.head}${answer.body}`.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(reasonOf(answer.body)).toMatchObject({ code: 400, reason: 'invalid_request' });
  });

  /** A body in chunks of one byte, with an extension on each. */
  const chunks = (extension: string) => [...body].map((byte) => `1${extension}\r\n${byte}\r\n`).join('');
  const head = () =>
    convert(
      '1.1',
      'Host: x',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
    );

  it('chunk extensions many times as long as the body are a 400', async () => {
    const answer = await rawRequest(service.url, [...head(), chunks(`;${'a'.repeat(8000)}`), '0\r\n\r\n']);
    expect(answer.status).toBe(400);
    expect(reasonOf(answer.body)).toMatchObject({ code: 400, reason: 'invalid_request' });
  });

  it('64 MiB of extensions are not read', async () => {
    const { hostname, port } = new URL(service.url);
    const sent = await new Promise<number>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).on('close', () => resolve(socket.bytesWritten));
      socket.on('data', () => undefined).write(head()[0]!);
      const piece = `1;${'a'.repeat(15_000)}\r\n \r\n`;
      const more = () => {
        while (!socket.destroyed && socket.bytesWritten < 64 * 1024 * 1024)
          if (!socket.write(piece)) return void socket.once('drain', more);
        socket.end();
      };
      more();
    });
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([
    ['of one byte', 1, ''],
    ['of eight bytes with an extension', 8, ';name="value, and more of it"'],
  ])('100,000 bytes in chunks %s are read', async (_name, size, extension) => {
    const padded = body.padEnd(100_000);
    const pieces = Array.from({ length: padded.length / size }, (_, at) => {
      return `${size}${extension}\r\n${padded.slice(at * size, (at + 1) * size)}\r\n`;
    });
    const answer = await rawRequest(service.url, [...head(), `${pieces.join('')}0\r\n\r\n`], 'answered');
    expect(answer.status, answer.body).toBe(200);
  });
});

describe('cursors', () => {
  const cursor = (size: string) => `${'A'.repeat(22)}.${'0'.repeat(12)}.${size}.0`;
  test.each(['0', '1', '49', '1000001', '9999999', 'x'])('of size %s are a 400', async (size) => {
    const answer = await service.convert(
      { url: 'https://example.com/', html: '<p>x', strict: false, cursor: cursor(size) },
      key,
    );
    expect({ status: answer.status, ...reasonOf(await answer.text()) }).toMatchObject({
      status: 400,
      reason: 'invalid_request',
    });
  });

  it('of the smallest size are read', async () => {
    const answer = await service.convert(
      { url: 'https://example.com/', html: '<p>x', strict: false, cursor: cursor('50') },
      key,
    );
    expect(reasonOf(await answer.text()).reason).toBe('cursor_expired');
  });
});

describe('/metrics without a token', () => {
  test.each([
    'Forwarded: for=1.2.3.4',
    'X-Forwarded-For: 1.2.3.4',
    'X-Forwarded-Proto: https',
    'X-Real-IP: ::1',
    'Via: 1.1 a',
  ])('is not there for who comes with %s', async (field) => {
    const fields = ['Host: localhost', 'Connection: close'];
    expect((await get(service.url, '/metrics', ...fields)).status).toBe(200);
    expect((await get(service.url, '/metrics', ...fields, field)).status).toBe(404);
  });

  test.each([
    [{ PAGEMARK_BASE_URL: 'https://pagemark.example.org' }],
    [{ PAGEMARK_TRUST_PROXY: '1' }],
    [{ PAGEMARK_TRUST_PROXY: '127.0.0.1' }],
  ])('is not there with %j; with the token it is', async (env) => {
    for (const more of [{}, { PAGEMARK_METRICS_TOKEN: 'a-token' }]) {
      const own = await startTestService({ PAGEMARK_WORKERS: '1', ...env, ...more });
      const open = await fetch(`${own.url}/metrics`);
      const named = await fetch(`${own.url}/metrics`, { headers: { authorization: 'Bearer a-token' } });
      await own.close();
      const isSet = 'PAGEMARK_METRICS_TOKEN' in more;
      expect([open.status, named.status]).toEqual(isSet ? [401, 200] : [404, 404]);
      if (isSet) expect(await open.text()).toContain('Bearer <PAGEMARK_METRICS_TOKEN>');
    }
  });
});
